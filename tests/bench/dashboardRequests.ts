/** What the dashboard asks for, as bare requests: encoded beforehand, in Paris time. */
import type { ApiServer } from '../support/apiServer.ts'
import type { Request } from './timeRequests.ts'

/** The most milliseconds at p95 for one client; at twenty at once they have no limit, because a maker has few staff. */
export const dashboardLimits: Readonly<Record<string, number>> = {
  dashboard_cards: 60,
  dashboard_chart_month: 100,
  dashboard_chart_year: 100,
  dashboard_chart_year_of_a_product: 100,
  dashboard_figures_year: 100,
  dashboard_without_firmware: 100,
}

const dayMs = 86_400_000

export function dashboardRequests(
  server: Pick<ApiServer, 'request' | 'context'>,
  headers: Record<string, string>,
  productId: number,
  succeed: (answer: Promise<Response>) => Promise<void>,
): Record<keyof typeof dashboardLimits, Request> {
  const end = server.context.clock().getTime()
  const get = (call: string) => () => succeed(server.request(`/dashboard/${call}`, { headers }))
  const post = (call: string, days: number, product = 0) => {
    const asked = { productId: product, startDateTimestamp: end - days * dayMs, endDateTimestamp: end, timeZone: 'Europe/Paris' }
    const body = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
    return () => succeed(server.request(`/dashboard/${call}`, { method: 'POST', headers, body }))
  }
  return {
    dashboard_cards: get('getCardData'),
    dashboard_chart_month: post('getChartData', 31),
    dashboard_chart_year: post('getChartData', 365),
    dashboard_chart_year_of_a_product: post('getChartData', 365, productId),
    dashboard_figures_year: post('getUpdateFigures', 365),
    dashboard_without_firmware: get('getDetectorsWithoutFirmware'),
  }
}
