/** What became of a release on detectors: whether to worry, how the count went, and each failure. */
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, type LucideIcon, OctagonX, TriangleAlert } from 'lucide-react'
import { accountDetectorsMax, leastFailures } from '../../../../contract/haltingRule.ts'
import { isOfferedState } from '../../../../contract/releaseStates.ts'
import type { ShownOutcomes } from '../../../../contract/shownOutcomes.ts'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { wilsonInterval } from '../../../../contract/wilsonInterval.ts'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { useShareText } from '../../../i18n/measures.ts'
import { FailedQuery } from '../../../kit/failures/Failed.tsx'
import { cn } from '../../../ui/cn.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { nextStepOf } from './outcomeEvidence.ts'
import { OutcomeCurve } from './OutcomeCurve.tsx'
import { OutcomeFolds } from './OutcomeFolds.tsx'
import { type Verdict, verdictOf } from './outcomeVerdict.ts'
import { useCountText } from './useCountText.ts'
import { useTestName } from './useTestName.ts'

export function Outcomes({ release }: { release: ShownRelease }) {
  const { t } = useLingui()
  const isDraft = release.state === 'draft'
  const loading = useQuery({ ...queryOf(api.release.getOutcomes, { params: { id: release.id } }), enabled: !isDraft })
  const outcomes = loading.data
  if (isDraft) return null
  if (outcomes === undefined) {
    if (!loading.isError) return <Skeleton className="h-16 w-full" />
    return <FailedQuery query={loading} />
  }
  const hasCount = outcomes.totals.begun > 0
  if (!hasCount && outcomes.failed.length === 0 && !isOfferedState(release.state)) return null
  return (
    <section aria-label={t`What became of it`} className="flex flex-col gap-3 text-sm">
      {hasCount ? (
        <>
          <div className="flex flex-col gap-1.5">
            <OutcomeVerdict outcomes={outcomes} haltedFor={release.haltedFor} />
            <Totals outcomes={outcomes} />
            <CountNotes outcomes={outcomes} />
          </div>
          <OutcomeCurve outcomes={outcomes} next={nextStepOf(release)} />
        </>
      ) : (
        <p>
          {outcomes.round > 1 ? (
            <Trans>No update with it has begun since it was offered again.</Trans>
          ) : (
            <Trans>No update with it has begun yet.</Trans>
          )}
        </p>
      )}
      <OutcomeFolds outcomes={outcomes} />
    </section>
  )
}

/** All that has begun in one line, and the rate of the version before. */
function Totals({ outcomes: { totals, tests } }: { outcomes: ShownOutcomes }) {
  const { t } = useLingui()
  const shareText = useShareText()
  const { begun, running, succeeded, failed, repaired } = totals
  const { low, high } = wilsonInterval(failed, begun)
  const [rate, lowest, highest] = [failed / begun, low, high].map(shareText)
  const before = tests.find(({ kind }) => kind === 'all')?.before ?? null
  const isBeforeKnown = before !== null && before.outcomes > 0
  const parts = [
    t`${plural(begun, { one: '# begun', other: '# begun' })}`,
    t`${plural(succeeded, { one: '# succeeded', other: '# succeeded' })}`,
    `${t`${plural(failed, { one: '# failed', other: '# failed' })}`} (${t`${rate}, ${lowest} to ${highest}`})`,
    ...(running > 0 ? [t`${plural(running, { one: '# running', other: '# running' })}`] : []),
    ...(repaired > 0 ? [t`${plural(repaired, { one: '# repaired', other: '# repaired' })}`] : []),
  ]
  return (
    <p className="text-pretty tabular-nums">
      <span>{parts.join(' · ')}</span>
      {isBeforeKnown && (
        <span className="text-muted-foreground">{` — ${t`the version before: ${shareText(before.failures / before.outcomes)}`}`}</span>
      )}
    </p>
  )
}

/** Which count it is, and what it leaves out. */
function CountNotes({ outcomes: { round, uncounted } }: { outcomes: ShownOutcomes }) {
  const count = useCountText()(round)
  const uncountedText = useUncountedText()
  if (round === 1 && uncounted.begun + uncounted.failed === 0) return null
  return (
    <p className="text-xs text-pretty text-muted-foreground tabular-nums">
      {round > 1 && (
        <>
          <Trans>{count}, since it was offered again.</Trans>{' '}
        </>
      )}
      <span>{uncountedText(uncounted)}</span>
    </p>
  )
}

function useUncountedText(): (uncounted: ShownOutcomes['uncounted']) => string | null {
  const { t } = useLingui()
  return ({ begun, failed }) => {
    const detectors = t`${plural(begun, {
      one: `# detector, as only the first ${accountDetectorsMax} of an account count`,
      other: `# detectors, as only the first ${accountDetectorsMax} of an account count`,
    })}`
    const failures = t`${plural(failed, {
      one: `# failure, as each of the first ${leastFailures} comes from another account`,
      other: `# failures, as each of the first ${leastFailures} comes from another account`,
    })}`
    const parts = [...(begun > 0 ? [detectors] : []), ...(failed > 0 ? [failures] : [])].join(t`; `)
    return parts === '' ? null : t`Not counted: ${parts}.`
  }
}

type Look = { readonly icon: LucideIcon; readonly className: string }

const looks: Readonly<Record<Verdict['level'], Look>> = {
  halting: { icon: OctagonX, className: 'bg-destructive/10 text-destructive' },
  near: { icon: TriangleAlert, className: 'bg-warning/12 text-warning' },
  portal: { icon: TriangleAlert, className: 'bg-warning/12 text-warning' },
  good: { icon: CircleCheck, className: 'bg-success/12 text-success' },
  open: { icon: CircleDashed, className: 'bg-secondary text-secondary-foreground' },
}

/** Whether to worry, in one line. */
function OutcomeVerdict({ outcomes, haltedFor }: { outcomes: ShownOutcomes; haltedFor: Verdict['test'] }) {
  const verdict = verdictOf(outcomes, haltedFor)
  const testName = useTestName()
  const { icon: Icon, className } = looks[verdict.level]
  const text = useLevelTexts()[verdict.level]
  return (
    <p
      className={cn(
        'flex w-fit items-start gap-2 rounded-md px-2.5 py-1 font-medium text-pretty forced-colors:border [&>svg]:mt-0.5 [&>svg]:size-4',
        className,
      )}
    >
      <Icon aria-hidden className="shrink-0" />
      <span>{verdict.test === null ? text : `${text} · ${testName(verdict.test)}`}</span>
    </p>
  )
}

function useLevelTexts(): Readonly<Record<Verdict['level'], string>> {
  const { t } = useLingui()
  return {
    halting: t`Worse than expected: halted`,
    near: t`Worse than expected: close to the halt`,
    portal: t`Worse than expected with one build or browser`,
    good: t`As good as expected`,
    open: t`Too early to tell`,
  }
}
