/** The release that a firmware belongs to: its state, who is offered it, its languages, and what can be done with it. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { BadgeCheck, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { mayCall } from '../../../../contract/endpoint.ts'
import type { ShownFirmware } from '../../../../contract/firmware.ts'
import { release as calls } from '../../../../contract/release.ts'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { api } from '../../../api/api.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { useBytesText } from '../../../i18n/measures.ts'
import { FailedQuery } from '../../../kit/failures/Failed.tsx'
import { lazyDialog } from '../../../kit/dialogs/lazyDialog.tsx'
import { ActionButton } from '../../../kit/dialogs/ActionButton.tsx'
import { recordLink } from '../../../kit/record/recordLinks.ts'
import { roleOf, useSession } from '../../../session/session.ts'
import { readStepSearch } from '../../../session/stepSearch.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardContent } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { HoldButton } from '../conditions/HoldButton.tsx'
import { Holds } from '../conditions/Holds.tsx'
import { Requirements } from '../conditions/Requirements.tsx'
import { Outcomes } from '../outcomes/Outcomes.tsx'
import { ReleaseBadge } from './ReleaseBadge.tsx'
import { HaltedFor } from '../plan/HaltedFor.tsx'
import { Plan } from '../plan/Plan.tsx'
import { PortalFault } from '../plan/PortalFault.tsx'
import { ReleaseProof } from '../proof/ReleaseProof.tsx'
import { RecallFacts } from '../recall/RecallFacts.tsx'
import { Signature } from '../signature/Signature.tsx'
import { ScheduledStep } from '../schedule/ScheduledStep.tsx'
import { releaseQuery } from '../steps/releaseQueries.ts'
import { type ShownStep, shownSteps } from '../steps/shownSteps.ts'
import { useOfferText } from './useOfferText.ts'
import { useStepWords } from '../steps/useStepWords.ts'

const StepDialog = lazyDialog(async () => (await import('../steps/StepDialog.tsx')).StepDialog)

export function ReleaseCard({ firmware: { id, versionName }, releaseId }: { firmware: ShownFirmware; releaseId: number }) {
  const words = useStepWords(versionName)
  const offerText = useOfferText()
  const [asked, ask, close] = useAskedStep()
  const loading = useQuery(releaseQuery(releaseId))
  const release = loading.data
  if (release === undefined) {
    return loading.isError ? <FailedQuery query={loading} /> : <Skeleton className="h-52 w-full rounded-xl!" />
  }
  // All of it deleted: restoring comes first.
  const steps = release.images.every(({ isDeleted }) => isDeleted) ? [] : shownSteps.filter((step) => release.steps.includes(step))
  return (
    <Card>
      <CardContent className="flex flex-col gap-4">
        <div className="flex flex-col gap-1.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="font-semibold wrap-anywhere">
              <Trans>Release {versionName}</Trans>
            </h2>
            <ReleaseBadge state={release.state} />
          </div>
          <p className="text-sm text-pretty">{offerText(release)}</p>
        </div>
        <HaltedFor release={release} />
        <PortalFault release={release} />
        <Plan release={release} />
        <Holds release={release} />
        <ScheduledStep release={release} />
        <Approvals release={release} />
        <RecallFacts recall={release.recall} />
        <Outcomes release={release} />
        <ReleaseImages images={release.images} shownId={id} />
        <Requirements release={release} />
        <ReleaseProof release={release} />
        <Signature release={release} />
        {steps.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {steps.map((step) => (
              <Button key={step} size="sm" {...lookOf(step)} onClick={() => ask(step)}>
                {words[step].ask}
              </Button>
            ))}
            <HoldButton release={release} />
            <ApproveButton release={release} />
          </div>
        )}
        {/* Also where its state allows that no longer: the question says so. */}
        {asked !== null && <StepDialog release={release} step={asked} onClose={close} />}
      </CardContent>
    </Card>
  )
}

function lookOf(step: ShownStep) {
  if (step === 'halt' || step === 'withdraw') return { variant: 'outline', className: 'text-destructive' } as const
  return { variant: step === 'beta' || step === 'staged' ? 'outline' : 'default' } as const
}

/** The step whose question is open: a button was pressed, or the address asked for it. */
function useAskedStep(): [asked: ShownStep | null, ask: (step: ShownStep) => void, close: () => void] {
  const navigate = useNavigate()
  const fromAddress = useSearch({ strict: false, select: (search) => readStepSearch({ ...search }).step })
  const [pressed, setPressed] = useState<ShownStep | null>(null)
  function close() {
    setPressed(null)
    if (fromAddress !== undefined) void navigate({ to: '.', search: {}, replace: true, resetScroll: false })
  }
  return [pressed ?? fromAddress ?? null, setPressed, close]
}

/** Who has approved a release, where another administrator has to. */
function Approvals({ release: { state, approvals, isApproved } }: { release: ShownRelease }) {
  const isMissing = !isApproved && state !== 'released' && state !== 'withdrawn'
  if (!isMissing && approvals.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {approvals.map(({ by, date }) => (
        <li key={by.id} className={line}>
          <BadgeCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
          <span className="min-w-0 wrap-anywhere">
            <Trans>
              Approved by {by.tostring} on {formatDateTime(date)}
            </Trans>
          </span>
        </li>
      ))}
      {isMissing && (
        <li className={line}>
          <UserRoundX aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
          {approvals.length === 0 ? (
            <Trans>Not approved yet: another administrator has to before it is offered to everyone.</Trans>
          ) : (
            <Trans>
              No approval counts if you offer it: another administrator has to approve it, or offer it. Not counted: your own, one by an
              administrator of less than 7 days, and one by an account that the same person may use, because one of you let the other in or
              somebody let in both.
            </Trans>
          )}
        </li>
      )}
    </ul>
  )
}

const line = 'flex items-start gap-2'

/** For administrators who have not approved yet what needs it. */
function ApproveButton({
  release: { id, fingerprint, versionName, state, approvals, approvalsNeeded, isApproved },
}: {
  release: ShownRelease
}) {
  const { t } = useLingui()
  const session = useSession()
  const isWaiting = state === 'draft' || state === 'beta' || state === 'halted' || (state === 'staged' && !isApproved)
  const isOpen = isWaiting && approvalsNeeded > 0
  if (!isOpen || !mayCall(calls.approve, roleOf(session)) || approvals.some(({ by }) => by.id === session?.id)) return null
  return (
    <ActionButton
      icon={BadgeCheck}
      asks={{
        title: t`Approve ${versionName}?`,
        description: t`Another administrator can then offer it to everyone. Any change to it before that takes the approval back.`,
        action: t`Approve`,
        isHarmless: true,
      }}
      send={() => api.release.approve({ params: { id }, body: { fingerprint } }).then(() => t`${versionName} is approved`)}
    >
      <Trans>Approve</Trans>
    </ActionButton>
  )
}

/** The firmwares of a release, one for each language. `shownId`: the one whose page this is. */
function ReleaseImages({ images, shownId }: { images: ShownRelease['images']; shownId: number }) {
  const { t, i18n } = useLingui()
  const bytesText = useBytesText()
  return (
    <table className="w-full text-sm" aria-label={t`Languages of this release`}>
      <thead className="text-xs text-muted-foreground">
        <tr className="border-b">
          <th scope="col" className={cn(cell, 'text-left font-medium')}>
            <Trans>Language</Trans>
          </th>
          <th scope="col" className={cn(cell, 'text-left font-medium max-sm:hidden')}>
            <Trans>File</Trans>
          </th>
          <th scope="col" className={cn(cell, 'text-right font-medium')}>
            <Trans>Size</Trans>
          </th>
          <th scope="col" className={cn(cell, 'text-right font-medium')}>
            <Trans>Downloads</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {images.map(({ id, language, filename, sizeBytes, nbProductUpdates, isDeleted }) => (
          <tr key={id} className={cn('border-b border-border/60 last:border-0', id === shownId && 'bg-accent/40')}>
            <td className={cell}>
              <span className="flex flex-wrap items-center gap-x-2">
                {id === shownId ? (
                  <span aria-current="page" className="font-medium">
                    {language}
                  </span>
                ) : (
                  <Link {...recordLink('firmware', 'show', id)} className="rounded-sm text-primary hover:underline">
                    {language}
                  </Link>
                )}
                {isDeleted && (
                  <Badge variant="outline">
                    <Trans>Deleted</Trans>
                  </Badge>
                )}
              </span>
              {/* A phone has no room for a column of its own. */}
              <span className="block wrap-anywhere text-muted-foreground sm:hidden">{filename}</span>
            </td>
            <td className={cn(cell, 'wrap-anywhere max-sm:hidden')}>{filename}</td>
            <td className={cn(cell, 'text-right whitespace-nowrap tabular-nums')}>{bytesText(sizeBytes)}</td>
            <td className={cn(cell, 'text-right tabular-nums')}>{i18n.number(nbProductUpdates)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const cell = 'px-2 py-1.5 align-top first:pl-0 last:pr-0'
