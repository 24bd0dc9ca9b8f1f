/** What became of a release on detectors: whether to worry, how the count went, and each failure. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { isOfferedState } from '../../../../contract/releaseStates.ts'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { Failed } from '../../../kit/failures/Failed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CountNotes } from './CountNotes.tsx'
import { nextStepOf } from './outcomeEvidence.ts'
import { OutcomeCurve } from './OutcomeCurve.tsx'
import { OutcomeFolds } from './OutcomeFolds.tsx'
import { OutcomeVerdict } from './OutcomeVerdict.tsx'
import { Totals } from './Totals.tsx'

export function Outcomes({ release }: { release: ShownRelease }) {
  const { t } = useLingui()
  const isDraft = release.state === 'draft'
  const loading = useQuery({ ...queryOf(api.release.getOutcomes, { params: { id: release.id } }), enabled: !isDraft })
  const outcomes = loading.data
  if (isDraft) return null
  if (outcomes === undefined) {
    if (!loading.isError) return <Skeleton className="h-16 w-full" />
    return <Failed error={loading.error} onRetry={() => void loading.refetch()} isRetrying={loading.isFetching} />
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
