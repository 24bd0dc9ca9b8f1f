// @module-tag rest
/** How many detectors still have a withdrawn release, in a sentence and day by day. Its sentences: RecallFacts.test.tsx. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { openRelease } from '../../../../../tests/component/openRelease.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'

const recall = {
  left: 12,
  told: 28,
  days: [
    { day: '2026-03-05', left: 1_031 },
    { day: '2026-03-06', left: 20 },
    { day: '2026-03-07', left: 12 },
  ],
}
const main = page.getByRole('main')

it('how far it is is a sentence, bars up to today, and a table, the newest day first', async () => {
  await openRelease(createRelease({ state: 'withdrawn', recall }))
  const sentence = /^12 of 1,031 detectors still have it\. 28 owners/
  await expect.element(main.getByRole('paragraph').filter({ hasText: sentence })).toBeVisible()
  const fold = main.getByText('Day by day', { exact: true })
  await expect.element(fold).toBeVisible()
  const today = main.getByText('Today', { exact: true }).element()
  // The last day stands above its name, however few there are.
  const lastBar = today.parentElement?.previousElementSibling?.lastElementChild?.getBoundingClientRect()
  expect(lastBar?.right).toBeCloseTo(today.getBoundingClientRect().right, 0)
  await fold.click()
  const table = page.getByRole('table', { name: /^Detectors that still have it, day by day/ })
  await expect.element(table.getByRole('row')).toHaveLength(4)
  const rows = table
    .getByRole('row')
    .elements()
    .map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))
  expect(rows.slice(1)).toEqual(['07/03/202612', '06/03/202620', '05/03/20261,031'])
  await expect.element(table.getByRole('rowheader', { name: '07/03/2026' })).toBeVisible()
  await expectNoAxeFindings('a recall, day by day', { at: [390, 1280] })
})
