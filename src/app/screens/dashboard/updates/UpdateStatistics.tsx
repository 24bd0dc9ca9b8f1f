import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { toast } from 'sonner'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { toastLongMs } from '../../../../contract/rules.ts'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { useNow } from '../../../browser/useNow.ts'
import { localDay } from '../../../i18n/calendarDay.ts'
import { FailedQuery } from '../../../kit/failures/Failed.tsx'
import { ChartCard, preloadChart } from '../chart/ChartCard.tsx'
import { ErrorTypes } from '../panels/ErrorTypes.tsx'
import { MissingFirmware } from '../panels/MissingFirmware.tsx'
import { UpdatedProducts } from '../panels/UpdatedProducts.tsx'
import { VersionRates } from '../panels/VersionRates.tsx'
import { periodOf, readShown, searchOf, type Shown, shownDays } from './period.ts'
import { UpdateFilters } from './UpdateFilters.tsx'

/** Product updates over time, and what the same updates say of versions, errors and models. */
export function UpdateStatistics() {
  const heading = useId()
  const { shown, change } = useShown()
  const today = localDay(useNow())
  const days = shownDays(shown, today)
  const asked = { ...periodOf(days), productId: shown.product }
  const success = shown.result === 'all' ? undefined : shown.result === 'success'
  const chart = useQuery({ ...queryOf(api.dashboard.getChartData, { body: { ...asked, success } }), placeholderData: keepPreviousData })
  const figures = useQuery({ ...queryOf(api.dashboard.getUpdateFigures, { body: asked }), placeholderData: keepPreviousData })
  const hasNoFigures = figures.isError && figures.data === undefined
  useErrorToast(chart.errorUpdateCount)
  useEffect(preloadChart, [])

  return (
    <section aria-labelledby={heading} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={heading} className="text-lg font-semibold">
          <Trans>Product updates</Trans>
        </h2>
        <UpdateFilters shown={shown} days={days} today={today} onChange={change} />
      </div>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          {chart.isError && <FailedQuery query={chart} />}
          {(chart.data !== undefined || !chart.isError) && <ChartCard data={chart.data} today={today} isStale={chart.isPlaceholderData} />}
          <MissingFirmware />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {figures.isError && <FailedQuery query={figures} />}
          {!hasNoFigures && (
            <div className="grid grid-cols-1 items-start gap-4 md:max-xl:grid-cols-2">
              <VersionRates versions={figures.data?.versions} />
              <div className="flex min-w-0 flex-col gap-4">
                <ErrorTypes errors={figures.data?.errors} />
                <UpdatedProducts products={figures.data?.products} />
              </div>
            </div>
          )}
        </div>
      </div>
    </section>
  )
}

/** The specification, section 8: a chart that cannot be loaded shows the toast "Error", each time. */
function useErrorToast(failures: number): void {
  const { t } = useLingui()
  useEffect(() => {
    if (failures > 0) toast.error(t`Error`, { id: 'chart', duration: toastLongMs })
  }, [failures, t])
}

/** Which updates are shown, and a way to change it. The address holds it, so that Back and a link lead to the same chart. */
function useShown(): { readonly shown: Shown; readonly change: (changes: Partial<Shown>) => void } {
  const navigate = useNavigate()
  const shown = useSearch({ strict: false, select: readShown, structuralSharing: true })
  return {
    shown,
    change: (changes) => void navigate({ to: '.', search: searchOf({ ...shown, ...changes }), resetScroll: false }),
  }
}
