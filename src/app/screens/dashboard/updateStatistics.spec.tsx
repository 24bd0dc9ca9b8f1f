// @module-tag rest
/** The chart of product updates: its filters, lines, tooltip and table. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { chartOf, dashboardCalls, linkedLists } from '../../../../tests/component/dashboard.ts'
import { failing, type FakeCalls, type SeenCall } from '../../../../tests/component/fakeApi.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { formatDay, localDay } from '../../i18n/calendarDay.ts'
import { daysOf } from './updates/period.ts'

const open = (path = '/', others: FakeCalls['dashboard'] = {}) =>
  openApp(path, { as: 'marketing', calls: { ...linkedLists, dashboard: { ...dashboardCalls, ...others } } })

const chart = () => page.getByRole('slider')
const tooltip = () => document.querySelector('[data-slot="chart-tooltip"]')
const today = localDay(new Date())
const month = daysOf('month', today)
const plot = () => chart().element().querySelector('.u-over') ?? document.body

/** What the chart has asked for last: the days, and the rest. */
function lastAsked(seen: readonly SeenCall[], name = 'dashboard.getChartData') {
  const { body } = Object(seen.findLast((call) => call.name === name)?.parts)
  const { startDateTimestamp, endDateTimestamp, ...others } = body
  return { from: localDay(new Date(startDateTimestamp)), to: localDay(new Date(endDateTimestamp)), ...others }
}

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

it('shows one month back to today at first, in the reader’s time zone, and offers no later day, in weeks from Tuesday [T86] [T87]', async () => {
  const { seen } = await open()
  await expect.element(chart()).toBeVisible()
  expect(lastAsked(seen)).toEqual({ ...month, productId: 0, timeZone })
  expect(lastAsked(seen, 'dashboard.getUpdateFigures')).toEqual({ ...month, productId: 0, timeZone })
  await expect.element(page.getByRole('button', { name: `Days: ${formatDay(month.from)} – ${formatDay(month.to)}` })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Month' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: /^Days/ }).click()
  await expect.element(page.getByRole('grid')).toBeVisible()
  expect(document.querySelector('[role=grid] thead th')?.ariaLabel).toBe('Tuesday')
  const cells = [...document.querySelectorAll<HTMLElement>('[data-radix-popper-content-wrapper] td[data-day]')]
  expect(cells.length).toBeGreaterThan(27)
  const daysOfCells = (wanted: boolean) => cells.filter((cell) => isOffered(cell) === wanted).map((cell) => String(cell.dataset['day']))
  expect(daysOfCells(true).filter((day) => day > today)).toEqual([])
  expect(daysOfCells(false).filter((day) => day <= today)).toEqual([])
})

it('is drawn anew in the colours of another theme, and as wide as the window', async () => {
  document.documentElement.dataset['theme'] = 'light'
  await open()
  await expect.element(chart()).toBeVisible()
  const canvas = () => chart().element().querySelector('canvas')?.toDataURL()
  const light = canvas()
  document.documentElement.dataset['theme'] = 'dark'
  await expect.poll(canvas).not.toBe(light)
  document.documentElement.dataset['theme'] = 'light'
  await expect.poll(canvas).toBe(light)
  const width = plot().clientWidth
  await page.viewport(500, 720)
  await expect.poll(() => plot().clientWidth).toBeLessThan(width)
})

it('filters by product, result and period, keeps them in the address, and goes back [T85]', async () => {
  const { seen, address, goBack } = await open()
  await page.getByLabelText('Product', { exact: true }).selectOptions('WSAII')
  await expect.poll(() => lastAsked(seen)).toMatchObject({ productId: 3 })
  await page.getByLabelText('Result').selectOptions('Failed')
  await expect.poll(() => lastAsked(seen)).toMatchObject({ productId: 3, success: false })
  expect(lastAsked(seen, 'dashboard.getUpdateFigures')).not.toHaveProperty('success')
  for (const [name, preset] of [
    ['7 days', 'week'],
    ['Quarter', 'quarter'],
    ['Year', 'year'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect.poll(() => lastAsked(seen)).toMatchObject(daysOf(preset, today))
    await expect.element(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true')
  }
  await expect.poll(address).toBe('/?product=3&result=error&period=year')
  await expect.element(page.getByRole('button', { name: /^Failed/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Successful/ })).not.toBeInTheDocument()
  goBack()
  await expect.poll(address).toBe('/?product=3&result=error&period=quarter')
  await expect.element(page.getByRole('button', { name: 'Quarter' })).toHaveAttribute('aria-pressed', 'true')
})

it('says of today that it is not over, in the chart and in its table [T693]', async () => {
  await open()
  await expect.element(chart()).toHaveAttribute('aria-valuetext', expect.stringContaining(`${formatDay(today)} so far, `))
  await page.getByRole('button', { name: 'Show as a table' }).click()
  await expect.element(page.getByRole('rowheader', { name: `${formatDay(today)} so far` })).toBeVisible()
})

it('takes any days up to today from the calendar, by keyboard too, in either order', async () => {
  const { seen } = await open('/?period={"from":"2026-02-10","to":"2026-02-12"}')
  await expect.poll(() => lastAsked(seen)).toMatchObject({ from: '2026-02-10', to: '2026-02-12' })
  await page.getByRole('button', { name: 'Days: 10/02/2026 – 12/02/2026' }).click()
  await expect.element(page.getByRole('grid')).toBeVisible()
  // The days between look unlike the first and the last one, and unlike those outside.
  const looks = [10, 11, 12, 13].map((day) => {
    const cell = document.querySelector(`td[data-day="2026-02-${day}"]`) ?? document.body
    return [cell, ...cell.children].map((part) => getComputedStyle(part).backgroundColor).join()
  })
  expect(looks[0]).toBe(looks[2])
  expect(new Set(looks).size).toBe(3)
  await page.getByRole('button', { name: /20.*February 2026/ }).click()
  await expect.element(page.getByText('Choose the last day')).toBeVisible()
  await expectNoAxeFindings('calendar')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{Enter}')
  await expect.poll(() => lastAsked(seen)).toMatchObject({ from: '2026-02-06', to: '2026-02-20' })
  await expect.element(page.getByRole('button', { name: 'Days: 06/02/2026 – 20/02/2026' })).toBeVisible()
})

const isOffered = (cell: HTMLElement) => cell.querySelector('button')?.disabled === false

it('reads each day by the arrow keys', async () => {
  const [success, error, unreported] = ['Successful', 'Failed', 'Not reported'] as const
  const { days } = chartOf({ startDateTimestamp: Date.parse('2026-02-01T00:00'), endDateTimestamp: Date.parse('2026-02-16T00:00') })
  expect(days).toHaveLength(16)
  await open('/?period={"from":"2026-02-01","to":"2026-02-16"}')
  const valueOf = (day: string, numbers: readonly number[]) =>
    [formatDay(day), ...[success, error, unreported].map((name, index) => `${name}: ${numbers[index]}`)].join(', ')
  await expect.element(chart()).toHaveAttribute('aria-valuetext', valueOf('2026-02-16', [10, 6, 1]))
  chart().element().focus()
  for (const [keys, day, numbers] of [
    ['{ArrowLeft}', '2026-02-15', [0, 0, 0]],
    ['{ArrowLeft}', '2026-02-14', [10, 4, 1]],
    ['{ArrowRight}{ArrowRight}{ArrowRight}', '2026-02-16', [10, 6, 1]],
    ['{PageDown}', '2026-02-09', [10, 9, 1]],
    ['{Home}', '2026-02-01', [0, 0, 0]],
    ['{PageUp}', '2026-02-08', [0, 0, 0]],
    ['{End}', '2026-02-16', [10, 6, 1]],
  ] as const) {
    await userEvent.keyboard(keys)
    await expect.element(chart()).toHaveAttribute('aria-valuetext', valueOf(day, numbers))
    expect(tooltip()?.textContent).toBe(formatDay(day) + success + numbers[0] + error + numbers[1] + unreported + numbers[2])
  }
  await userEvent.keyboard('{Escape}')
  await expect.poll(tooltip).toBeNull()
})

it('shows the day under the mouse, until it leaves, and stays at its day, within the page, when the window becomes narrow', async () => {
  await open('/?period={"from":"2026-02-01","to":"2026-02-16"}')
  await expect.element(chart()).toBeVisible()
  const { width } = plot().getBoundingClientRect()
  for (const [place, day] of [
    [0, '01/02/2026'],
    [9, '10/02/2026'],
    [15, '16/02/2026'],
  ] as const) {
    await userEvent.hover(page.elementLocator(plot()), { position: { x: Math.min((width * place) / 15, width - 1), y: 100 } })
    await expect.poll(() => tooltip()?.querySelector('p')?.textContent).toBe(day)
    const inside = tooltip()?.getBoundingClientRect()
    const around = chart().element().getBoundingClientRect()
    expect(Number(inside?.left)).toBeGreaterThanOrEqual(around.left)
    expect(Number(inside?.right)).toBeLessThanOrEqual(around.right)
  }
  await userEvent.hover(page.getByRole('heading', { level: 1 }))
  await expect.poll(tooltip).toBeNull()
  chart().element().focus()
  await userEvent.keyboard('{End}{ArrowLeft}')
  await expect.poll(tooltip).not.toBeNull()
  const { right } = tooltip()?.getBoundingClientRect() ?? { right: 0 }
  await page.viewport(390, 844)
  await expect.poll(() => tooltip()?.getBoundingClientRect().right).toBeLessThan(Math.min(right, 390))
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

it('hides and shows each line by its button in the legend', async () => {
  await open('/?period={"from":"2026-02-02","to":"2026-02-04"}')
  await expect.element(chart()).toHaveAttribute('aria-valuetext', '04/02/2026, Successful: 10, Failed: 4, Not reported: 1')
  const canvas = () => chart().element().querySelector('canvas')?.toDataURL()
  const before = canvas()
  const button = page.getByRole('button', { name: /^Successful/ })
  await expect.element(button).toMatchTextContent('Successful30')
  await button.click()
  await expect.element(button).toHaveAttribute('aria-pressed', 'false')
  await expect.element(chart()).toHaveAttribute('aria-valuetext', '04/02/2026, Failed: 4, Not reported: 1')
  await expect.poll(canvas).not.toBe(before)
  await button.click()
  await expect.poll(canvas).toBe(before)
})

it('shows the same numbers as a table, empty days as zero', async () => {
  await open('/?period={"from":"2026-02-07","to":"2026-02-09"}')
  await page.getByRole('button', { name: 'Show as a table' }).click()
  const rows = page.getByRole('table').getByRole('row')
  await expect.element(rows).toHaveLength(5)
  const texts = rows.elements().map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(texts.slice(1)).toEqual([
    ['07/02/2026', '10', '7', '1'],
    ['08/02/2026', '0', '0', '0'],
    ['09/02/2026', '10', '9', '1'],
    ['Total', '20', '16', '2'],
  ])
  await expectNoAxeFindings('table')
})

it('shows the toast "Error" and tries again in place where the chart cannot be loaded [T315]', async () => {
  const { answer, end } = failing(dashboardCalls.getChartData, 'internal.server.error', { requestId: 'abc-123' })
  const { seen } = await open('/', { getChartData: answer })
  const toast = page.getByRole('listitem').filter({ has: page.getByText('Error', { exact: true }) })
  await expect.element(toast).toBeVisible()
  await expect.element(page.getByRole('alert')).toMatchTextContent('abc-123')
  await expect.element(chart()).not.toBeInTheDocument()
  await expectNoAxeFindings('failed chart')
  end()
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect.element(chart()).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  expect(seen.filter(({ name }) => name === 'dashboard.getChartData')).toHaveLength(2)
})
