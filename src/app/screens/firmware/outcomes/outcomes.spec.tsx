// @module-tag rest
/** What became of a release, on its card: how the evidence went. Its words: Outcomes.test.tsx. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { failing } from '../../../../../tests/component/fakeApi.ts'
import { shownOutcomes, shownTest } from '../../../../../tests/component/outcomes.ts'
import { openRelease } from '../../../../../tests/component/openRelease.ts'
import { shownPlan } from '../../../../../tests/component/records.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { acceptingLogRatio, haltingLogRatio, ratesAt } from '../../../../contract/haltingRule.ts'
import type { ShownOutcomes } from '../../../../contract/shownOutcomes.ts'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'

function open(outcomes: ShownOutcomes, others: Partial<ShownRelease> = {}) {
  return openRelease(createRelease({ outcomes, ...others }))
}

const part = () => page.getByRole('region', { name: 'What became of it', exact: true })
const chart = () => page.getByRole('slider')
const near = shownOutcomes({
  round: 2,
  uncounted: { begun: 3, failed: 1 },
  totals: { begun: 120, running: 1, succeeded: 111, failed: 8, repaired: 1 },
  tests: [shownTest({ outcomes: 120, failures: 8 })],
})

it('nothing is said of a draft, which is not asked for either', async () => {
  const { sent } = await open(shownOutcomes(), { state: 'draft', offeredAt: null })
  await expect.element(page.getByRole('heading', { name: 'Release 5.2' })).toBeVisible()
  await expect.element(part()).not.toBeInTheDocument()
  expect(sent('getOutcomes')).toEqual([])
})

it('can be loaded again after a failure, without the rest of the card', async () => {
  const { answer, end } = failing(() => shownOutcomes(), 'too.many.requests.error', { requestId: 'abc-123' })
  await openRelease(createRelease(), { answers: { getOutcomes: answer } })
  await expect.element(page.getByRole('alert')).toMatchTextContent('abc-123')
  await expect.element(page.getByRole('button', { name: 'Halt…' })).toBeVisible()
  end()
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('As good as expected')).toBeVisible()
})

const levels = () => [...document.querySelectorAll<HTMLElement>('[data-slot="chart-level"]')]
const staged = (share: number) => ({ state: 'staged', plan: shownPlan({ next: { share, outcomes: 3, notBefore: null } }) }) as const

it('the last step leads to everybody, one that is not staged only to a halt, and the lines stay at their values', async () => {
  await open(shownOutcomes(), staged(1))
  await expect.poll(() => levels().map(({ textContent }) => textContent)).toEqual(['halts here', 'goes to everybody here'])
  await page.viewport(390, 844)
  await expect.poll(() => levels()[0]?.getBoundingClientRect().right).toBeLessThan(390)
  const plot = chart().element().querySelector('.u-over')?.getBoundingClientRect()
  expect(levels().map((level) => level.getBoundingClientRect().width)).toEqual([plot?.width, plot?.width])
  await open(shownOutcomes(), { state: 'released' })
  await expect.poll(() => levels().map(({ textContent }) => textContent)).toEqual(['halts here'])
  await expect.element(page.getByText(/next step/)).not.toBeInTheDocument()
})

it('the chart names the lines at which it halts and goes on, and each time is read by keys and in a table', async () => {
  await open(near, staged(0.3))
  await expect
    .poll(() => levels().map(({ textContent }) => textContent.replaceAll(/\s/g, ' ')))
    .toEqual(['halts here', 'goes on to 30% here'])
  const [halt, step] = levels().map((level) => level.getBoundingClientRect())
  const plot = chart().element().querySelector('.u-over')?.getBoundingClientRect()
  expect(Number(halt?.top)).toBeLessThan(Number(step?.top))
  expect(Number(halt?.top)).toBeGreaterThan(Number(plot?.top))
  expect(Number(step?.top)).toBeLessThan(Number(plot?.bottom))
  const last = near.course.at(-1)
  const ratios = [haltingLogRatio(ratesAt(0.02), last ?? noCount), acceptingLogRatio(ratesAt(0.02), last?.forStep ?? noCount)]
  const texts = ratios.map((ratio) => textOf(ratio))
  const spoken = () => chart().element().getAttribute('aria-valuetext')?.replaceAll(/\s/g, ' ')
  const timeOf = (place: number) => formatDateTime(near.course.at(place)?.at ?? '')
  expect(spoken()).toBe(`${timeOf(-1)}, All updates (halt): ${texts[0]}, Updates a day old (next step): ${texts[1]}`)
  chart().element().focus()
  for (const [keys, place] of [
    ['{Home}', 0],
    ['{ArrowRight}', 1],
    ['{End}{PageDown}', -11],
  ] as const) {
    await userEvent.keyboard(keys)
    await expect.poll(() => spoken()?.split(', ')[0]).toBe(timeOf(place))
  }
  await part().getByRole('button', { name: 'Show as a table' }).click()
  const rows = page.getByRole('table', { name: /^Evidence of/ }).getByRole('row')
  await expect.element(rows.nth(1)).toBeVisible()
  const cells = [...rows.nth(1).element().children].map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))
  expect(cells.slice(1)).toEqual([String(last?.outcomes), String(last?.failures), ...texts])
  await expectNoAxeFindings('outcomes as a table', { at: [390, 1280] })
})

const noCount = { outcomes: 0, failures: 0 }

/** "39×", "1/2.1×". */
function textOf(ratio: number): string {
  const size = Math.exp(Math.abs(ratio))
  const number = (size < 10 ? Math.round(size * 10) / 10 : Math.round(size)).toLocaleString('en')
  return `${ratio < 0 ? '1/' : ''}${number}×`
}
