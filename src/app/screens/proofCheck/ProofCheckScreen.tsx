import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, FileCheck, X } from 'lucide-react'
import { useState } from 'react'
import { proofCheck, type WaitingProof } from '../../../contract/proofCheck.ts'
import { type ProofRefusal, proofRefusals, proofWordsMaxLength } from '../../../contract/rules.ts'
import { formatDay } from '../../i18n/calendarDay.ts'
import { formatDate, formatDateTime } from '../../i18n/formatDate.ts'
import { Failed } from '../../kit/failures/Failed.tsx'
import { getCountryNames } from '../../kit/fields/countryNames.ts'
import { FormField } from '../../kit/fields/FormField.tsx'
import { ActionDialog } from '../../kit/form/ActionDialog.tsx'
import { useKeys } from '../../kit/keys/singleKeys.ts'
import { Empty } from '../../kit/pages/Empty.tsx'
import { Dash, Fact, Facts } from '../../kit/pages/Facts.tsx'
import { usePageTitle } from '../../kit/pages/usePageTitle.ts'
import { keepFocusOut } from '../../kit/purchase/keepFocusOut.ts'
import { ProofDownload } from '../../kit/purchase/ProofDownload.tsx'
import { proofFile } from '../../kit/purchase/proofFile.ts'
import { ProofPreview } from '../../kit/purchase/ProofPreview.tsx'
import { useRefusalWords } from '../../kit/purchase/useRefusalWords.ts'
import { recordLink } from '../../kit/record/recordLinks.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Card, CardContent } from '../../ui/card.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { useProofQueue } from './useProofQueue.ts'

const height = 'h-[min(70dvh,56rem)] min-h-64'

/** Staff check proofs of purchase one after the other: the document large, what it has to prove beside it. */
export function ProofCheckScreen() {
  const { t } = useLingui()
  const title = t`Proofs of purchase`
  usePageTitle(title)
  const { queue, shown, ...actions } = useProofQueue()
  const { data, isPending, error, refetch, isFetching } = queue
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-2xl font-semibold">{title}</h1>
        {data !== undefined && data.waiting > 0 && (
          <p className="text-sm text-muted-foreground">{t`${plural(data.waiting, { one: '# to check', other: '# to check' })}`}</p>
        )}
      </div>
      {isPending && <Waiting />}
      {error !== null && data === undefined && <Failed error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {data !== undefined && shown === undefined && <Nothing waiting={data.waiting} />}
      {data !== undefined && shown !== undefined && (
        <Checked key={shown.id} proof={shown} next={data.proofs.find(({ id }) => id !== shown.id)} {...actions} />
      )}
    </div>
  )
}

function Waiting() {
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Skeleton className={`w-full ${height}`} />
      <Skeleton className="h-72 w-full" />
    </div>
  )
}

function Nothing({ waiting }: { waiting: number }) {
  const { t } = useLingui()
  return (
    <Empty icon={FileCheck} title={t`Nothing to check`}>
      <p>
        {waiting > 0 ? (
          <Trans>What is left is with somebody else, or your own.</Trans>
        ) : (
          <Trans>New proofs of purchase appear here as soon as customers send them.</Trans>
        )}
      </p>
    </Empty>
  )
}

type CheckedProps = { proof: WaitingProof; next: WaitingProof | undefined } & Omit<ReturnType<typeof useProofQueue>, 'queue' | 'shown'>

function Checked({ proof, next, isGone, showNext, decide, isBusy }: CheckedProps) {
  const [isRefusing, setRefusing] = useState(false)
  const document = useQuery(proofFile(proof.id))
  // Loaded in advance, so that it stands there at once.
  useQuery({ ...proofFile(next?.id ?? 0), enabled: next !== undefined })
  // Nobody decides on what they have not seen.
  const mayDecide = !isBusy && !isGone && document.data !== undefined
  // A toast says why it failed.
  const approve = () => void decide({ proof }).catch(() => undefined)
  const refuse = () => setRefusing(true)
  useKeys(mayDecide ? { a: approve, A: approve, r: refuse, R: refuse } : {})
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Document name={proof.purchaseProof.fileName} document={document} />
      <Card className="self-start max-lg:order-first">
        <CardContent className="flex flex-col gap-5">
          <ProofFacts proof={proof} />
          {isGone && <Gone onNext={showNext} />}
          <div className={cn('grid grid-cols-2 gap-3', isGone && 'hidden')}>
            <Button onClick={approve} isBusy={isBusy} disabled={!mayDecide} aria-keyshortcuts="A">
              <Check aria-hidden />
              <Trans>Approve</Trans>
              <Key>A</Key>
            </Button>
            <Button variant="outline" onClick={refuse} disabled={!mayDecide} aria-keyshortcuts="R">
              <X aria-hidden />
              <Trans>Refuse</Trans>
              <Key>R</Key>
            </Button>
          </div>
        </CardContent>
      </Card>
      {isRefusing && <RefuseDialog proof={proof} onRefuse={(refusal) => decide({ proof, refusal })} onClose={() => setRefusing(false)} />}
    </div>
  )
}

function Key({ children }: { children: string }) {
  return (
    <kbd aria-hidden className="rounded-sm border border-current/40 px-1.5 text-xs max-sm:hidden">
      {children}
    </kbd>
  )
}

/** In place of what could be decided. */
function Gone({ onNext }: { onNext: () => void }) {
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-pretty">
        <Trans>This proof has been changed, or somebody else is checking it.</Trans>
      </p>
      <Button variant="outline" onClick={onNext}>
        <Trans>Check the next one</Trans>
      </Button>
    </div>
  )
}

function Document({ name, document }: { name: string; document: UseQueryResult<Blob> }) {
  const { data, isPending, error, refetch, isFetching } = document
  if (isPending) return <Skeleton className={`w-full ${height}`} />
  if (data === undefined) return <Failed error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  return (
    <div className="flex flex-col items-end gap-2">
      <div ref={keepFocusOut} className="w-full">
        <ProofPreview content={data} name={name} className={height} />
      </div>
      <ProofDownload content={data} name={name} size="sm" />
    </div>
  )
}

/** What the document has to prove. */
function ProofFacts({ proof }: { proof: WaitingProof }) {
  const { t, i18n } = useLingui()
  const { kind, name, serialNumber, purchaseDate, code, owner, country, createdAt, submittedAt, purchaseProof } = proof
  return (
    <Facts>
      <Fact name={<Trans>Purchase date</Trans>}>
        {purchaseDate === null ? (
          <Dash meaning={t`Unknown`} />
        ) : (
          <strong className="text-base font-semibold">{formatDay(purchaseDate)}</strong>
        )}
      </Fact>
      <Fact name={kind === 'coil' ? <Trans>Coil</Trans> : <Trans>Detector</Trans>}>
        <span className="wrap-anywhere">{name}</span>
      </Fact>
      <Fact name={<Trans>Serial number</Trans>}>{serialNumber ?? <Dash meaning={t`Unknown`} />}</Fact>
      <Fact name={<Trans>Owner</Trans>}>
        <Link
          {...recordLink('user', 'show', owner.id)}
          className="rounded-sm text-primary wrap-anywhere underline-offset-4 hover:underline"
        >
          {owner.tostring}
        </Link>
      </Fact>
      <Fact name={<Trans>Country</Trans>}>{getCountryNames(i18n.locale)[country] ?? country}</Fact>
      {code !== null && (
        <Fact name={<Trans>Warranty code</Trans>}>
          <span className="break-all">{code}</span>
        </Fact>
      )}
      <Fact name={<Trans>In the list since</Trans>}>{formatDate(createdAt)}</Fact>
      <Fact name={<Trans>Sent</Trans>}>{formatDateTime(submittedAt)}</Fact>
      <Fact name={<Trans>Document</Trans>}>
        <span className="break-all">{purchaseProof.fileName}</span>
      </Fact>
    </Facts>
  )
}

type RefuseDialogProps = {
  proof: WaitingProof
  onRefuse: (refusal: { reason: ProofRefusal; words: string }) => Promise<unknown>
  onClose: () => void
}

type Values = { decision: 'refused'; submittedAt: string; reason: ProofRefusal | ''; words: string }

/** Asks why a proof is refused. */
function RefuseDialog({ proof: { submittedAt, owner }, onRefuse, onClose }: RefuseDialogProps) {
  const { t } = useLingui()
  const refusals = useRefusalWords()
  return (
    <ActionDialog<Values>
      title={t`Refuse the proof of ${owner.tostring}?`}
      description={t`The reason and your words are mailed to the owner, who can then send another proof.`}
      schema={proofCheck.decide.request}
      defaultValues={{ decision: 'refused', submittedAt, reason: '', words: '' }}
      check={({ reason, words }) => ({
        ...(reason === '' && { reason: 'MandatoryField' }),
        ...(reason === 'other' && words.trim() === '' && { words: 'MandatoryField' }),
      })}
      action={t`Refuse`}
      send={async ({ reason, words }) => {
        if (reason !== '') await onRefuse({ reason, words })
      }}
      refetch={null}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <FormField control={control} name="reason" label={t`Reason`}>
            {(controlProps, field) => (
              <NativeSelect {...controlProps} {...field}>
                <option value="">{t`Choose a reason`}</option>
                {proofRefusals.map((reason) => (
                  <option key={reason} value={reason}>
                    {refusals[reason]}
                  </option>
                ))}
              </NativeSelect>
            )}
          </FormField>
          <FormField control={control} name="words" label={t`Your words`} help={t`Sent as they are: write in the owner’s language.`}>
            {(controlProps, field) => <Textarea {...controlProps} {...field} maxLength={proofWordsMaxLength} />}
          </FormField>
        </>
      )}
    </ActionDialog>
  )
}
