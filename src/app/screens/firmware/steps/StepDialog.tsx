/** Asks once before a step of a release is taken: who is offered it then, and what speaks against it. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { Choice } from '../../../../contract/crud.ts'
import type { Obstacle } from '../../../../contract/release.ts'
import type { ReleaseAudience, ShownRelease } from '../../../../contract/shownRelease.ts'
import { AppError, asAppError, type ErrorCode } from '../../../../errors.ts'
import { betaGroupChoices } from '../../../api/choices.ts'
import { useNow } from '../../../browser/useNow.ts'
import { zoneName } from '../../../i18n/localMinute.ts'
import { Failed } from '../../../kit/failures/Failed.tsx'
import { FormFailure } from '../../../kit/failures/FormFailure.tsx'
import { useChangeErrorText } from '../../../kit/failures/useChangeErrorText.ts'
import { Field } from '../../../kit/fields/Field.tsx'
import { TimeInput } from '../../../kit/fields/TimeInput.tsx'
import { RecordsChoice } from '../../../kit/listed/RecordsChoice.tsx'
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
} from '../../../ui/alert-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { roleOf, useSession } from '../../../session/session.ts'
import { idsOf } from '../../../kit/record/memberChanges.ts'
import { Obstacles } from './Obstacles.tsx'
import { releaseQuery, stepQuery } from './releaseQueries.ts'
import type { ShownStep } from './shownSteps.ts'
import { type Later, useLater } from './useLater.ts'
import { useMomentText } from './useMomentText.ts'
import { type ObstacleAnswers, useObstacleAnswers } from './useObstacleAnswers.ts'
import { useStepAction, useStepSentence, useStepWords } from './useStepWords.ts'
import { useTakeStep } from './useTakeStep.ts'

type StepDialogProps = {
  release: Pick<ShownRelease, 'id' | 'versionName'>
  step: ShownStep
  /** Asks for a day and time from the start. */
  isLater?: boolean
  onClose: () => void
}

const noGroup: Obstacle = { kind: 'noGroup', isRefused: true, name: null, customers: null }

const nobody: ReleaseAudience = { customers: 0, detectors: 0, withoutFirmware: 0 }

export function StepDialog({ release: { id, versionName }, step, isLater = false, onClose }: StepDialogProps) {
  const { t } = useLingui()
  const hintId = useId()
  const { title, done } = useStepWords(versionName)[step]
  const [sentenceOf, actionOf, missingText] = [useStepSentence(), useStepAction(), useMissingText(versionName)]
  const errorText = useChangeErrorText()
  // Its state is what the person sees here: a row of a list may be older.
  const release = useQuery(releaseQuery(id))
  const [chosenGroups, setChosenGroups] = useState<readonly Choice[]>()
  const groups = chosenGroups ?? release.data?.betaGroups ?? []
  const betaGroupIds = step === 'beta' ? idsOf(groups) : []
  const preview = useQuery({ ...stepQuery(id, step, betaGroupIds), enabled: step !== 'beta' || release.data !== undefined })
  const obstacles = preview.data?.obstacles ?? []
  // A call without groups would keep those that were just taken away here.
  const isGroupless = step === 'beta' && groups.length === 0 && (release.data?.betaGroups.length ?? 0) > 0
  const mayExcept = roleOf(useSession()) === 'ROLE_ADMIN'
  const answers = useObstacleAnswers(isGroupless ? [noGroup, ...obstacles] : obstacles, { versionName, mayExcept })
  const taking = useTakeStep({ id, step, done, onClose })
  const later = useLater(isLater)
  const momentText = useMomentText()
  const refused = taking.isError ? asAppError(taking.error) : null
  const isTimeRefused = refused?.invalidField === 'at'

  // A brake waits for no numbers.
  const isHalt = step === 'halt'
  const failed = [release, ...(isHalt ? [] : [preview])].find(({ isError, data }) => isError && data === undefined)
  const isAllowed = release.data?.steps.includes(step) !== false
  const audience = preview.data?.audience ?? (isHalt ? nobody : null)
  const asked = isAllowed && audience && release.data ? { step, release: release.data, audience, share: preview.data?.share } : null
  const isWaiting = isAllowed && asked === null && failed === undefined
  const isUnaddressed = step === 'beta' && groups.length === 0 && audience?.customers === 0
  const sentence = asked && (isUnaddressed ? t`Choose the groups that it is offered to.` : sentenceOf(asked))
  const hint = missingText(answers.missing)
  return (
    <AlertDialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>{title}</AlertDialogTitle>
          {/* A block, for what stands there while it is loading. */}
          <AlertDialogDescription asChild>
            <div aria-live="polite">{isWaiting ? <Skeleton className="h-10" /> : sentence}</div>
          </AlertDialogDescription>
        </AlertDialogHeader>
        {failed && isAllowed && (
          <Failed
            error={failed.error}
            onRetry={() => void Promise.all([preview.refetch(), release.refetch()])}
            isRetrying={preview.isFetching || release.isFetching}
          />
        )}
        {!isAllowed && !taking.isError && <FormFailure failure={new AppError('release.step.error')} />}
        <form
          className="flex flex-col gap-5"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (asked === null || answers.missing !== null) return
            const time = later.check()
            if (time !== null)
              taking.mutate({ from: asked.release.state, fingerprint: asked.release.fingerprint, betaGroupIds, ...answers.sent, ...time })
          }}
        >
          {refused && !isTimeRefused && <FormFailure failure={refused} text={errorText(refused)} />}
          {asked && step === 'beta' && <BetaGroups chosen={groups} onChange={setChosenGroups} />}
          {asked && <Obstacles answers={answers} versionName={versionName} />}
          {asked && <DroppedSchedule scheduled={asked.release.scheduled} />}
          {asked && later.isLater && (
            <LaterField
              later={later}
              error={later.error ?? (isTimeRefused && taking.variables?.at === later.at ? refused.code : undefined)}
            />
          )}
          {asked && hint !== null && (
            <p id={hintId} className="-mb-2 text-sm text-muted-foreground sm:text-right">
              {hint}
            </p>
          )}
          <AlertDialogFooter>
            {(isWaiting || asked) && !isHalt && <LaterButton later={later} />}
            {/* There from the start, with the focus, whatever is still to come. */}
            <AlertDialogCancel>
              <Trans>Cancel</Trans>
            </AlertDialogCancel>
            {isWaiting && <Skeleton className="h-10 sm:w-44" />}
            {asked && (
              <Button
                type="submit"
                variant={step === 'halt' || step === 'withdraw' ? 'destructive' : 'default'}
                isBusy={taking.isPending || (!isHalt && (preview.isFetching || release.isFetching))}
                disabled={hint !== null}
                className={cn(later.isLater && 'h-auto! min-h-10 w-full py-2 text-balance whitespace-normal!')}
                aria-describedby={hint === null ? undefined : hintId}
              >
                {later.at === undefined
                  ? actionOf(asked)
                  : t({ context: 'a step', message: `${actionOf(asked)} on ${momentText(later.at)}` })}
              </Button>
            )}
          </AlertDialogFooter>
        </form>
      </AlertDialogContent>
    </AlertDialog>
  )
}

/** Any step, taken now or later, ends the one that waits. */
function DroppedSchedule({ scheduled }: { scheduled: ShownRelease['scheduled'] }) {
  const momentText = useMomentText()
  if (scheduled === null || scheduled.failure !== null) return null
  return (
    <p className="text-sm text-pretty text-muted-foreground">
      <Trans>This replaces what is set for {momentText(scheduled.at)}.</Trans>
    </p>
  )
}

/** The groups whose testers are offered a beta. */
function BetaGroups({ chosen, onChange }: { chosen: readonly Choice[]; onChange: (chosen: Choice[]) => void }) {
  const { t } = useLingui()
  return (
    <Field label={t`Beta groups`} help={t`Offered only to the beta testers of these groups.`}>
      {(control) => <RecordsChoice {...control} name="betaGroups" choices={betaGroupChoices} chosen={chosen} onChange={onChange} />}
    </Field>
  )
}

/** Why the step cannot be taken yet, beside its button. */
function useMissingText(versionName: string): (missing: ObstacleAnswers['missing']) => string | null {
  const { t } = useLingui()
  return (missing) => {
    switch (missing) {
      case 'settle':
        return t`Settle this first.`
      case 'tick':
        return t`Confirm each point first.`
      case 'reason':
        return t`Give a reason first.`
      case 'type':
        return t`Type ${versionName} first.`
      case null:
        return null
    }
  }
}

/** Day and time of a step that is taken later. `error`: why it was refused. */
function LaterField({ later, error }: { later: Later; error: ErrorCode | undefined }) {
  const { t, i18n } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const now = useNow()
  // A choice was made, and this is what comes next.
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    if (error !== undefined) input.current?.focus()
  }, [error])
  const zone = zoneName(later.at === undefined ? now : new Date(later.at), i18n.locale)
  return (
    <Field label={t`Day and time`} help={t`Your time zone: ${zone}. Everything is checked again then.`} error={error}>
      {(control) => <TimeInput {...control} ref={input} required value={later.typed} onChange={later.type} />}
    </Field>
  )
}

/** Turns between now and later. */
function LaterButton({ later }: { later: Later }) {
  return (
    <Button variant="ghost" className="text-muted-foreground sm:mr-auto sm:-ml-4" onClick={() => later.choose(!later.isLater)}>
      {later.isLater ? <Trans>Now instead</Trans> : <Trans>Later…</Trans>}
    </Button>
  )
}
