import { Trans, useLingui } from '@lingui/react/macro'
import { shownFailuresMax, type ShownOutcomes } from '../../../../contract/shownOutcomes.ts'
import { formatDay } from '../../../i18n/calendarDay.ts'
import { ChartTable } from '../../../kit/chart/ChartTable.tsx'
import { Fold } from '../../../kit/text/Fold.tsx'
import { FailureList } from './FailureList.tsx'
import { TestTable } from './TestTable.tsx'
import { useCauseText } from './useCauseText.ts'

/** What supports the summary, each in a fold of its own. */
export function OutcomeFolds({ outcomes }: { outcomes: ShownOutcomes }) {
  const { i18n } = useLingui()
  const { tests, totals, causes, days, failed, round } = outcomes
  const number = i18n.number(failed.length)
  return (
    <div className="flex flex-col empty:hidden">
      {totals.begun > 0 && (
        <Fold summary={<Trans>By hardware version, build, browser</Trans>}>
          <TestTable tests={tests} />
        </Fold>
      )}
      {causes.length > 0 && (
        <Fold summary={<Trans>Causes</Trans>}>
          <CauseTable causes={causes} />
        </Fold>
      )}
      {days.length > 0 && (
        <Fold summary={<Trans>Day by day</Trans>}>
          <DayTable days={days} />
        </Fold>
      )}
      {failed.length > 0 && (
        <Fold
          summary={failed.length < shownFailuresMax ? <Trans>Failures ({number})</Trans> : <Trans>Failures (the latest {number})</Trans>}
        >
          <FailureList failed={failed} round={round} />
        </Fold>
      )}
    </div>
  )
}

function CauseTable({ causes }: Pick<ShownOutcomes, 'causes'>) {
  const { t, i18n } = useLingui()
  const causeText = useCauseText()
  return (
    <ChartTable
      title={t`Causes of the failures that count`}
      columns={[<Trans key="cause">Cause</Trans>, <Trans key="detectors">Detectors</Trans>]}
      rows={causes.map((cause) => {
        const text = causeText(cause)
        return { key: text, name: text, values: [i18n.number(cause.detectors)] }
      })}
    />
  )
}

function DayTable({ days }: Pick<ShownOutcomes, 'days'>) {
  const { t, i18n } = useLingui()
  return (
    <ChartTable
      title={t`What became of the updates of each day (UTC)`}
      className="max-sm:-ml-6 max-sm:[&_thead]:text-xs"
      columns={[
        <Trans key="day">Day</Trans>,
        <Trans key="begun">Begun</Trans>,
        <Trans key="succeeded">Succeeded</Trans>,
        <Trans key="failed">Failed</Trans>,
      ]}
      rows={days.toReversed().map(({ day, begun, succeeded, failed }) => ({
        key: day,
        name: formatDay(day),
        values: [begun, succeeded, failed].map((count) => i18n.number(count)),
      }))}
    />
  )
}
