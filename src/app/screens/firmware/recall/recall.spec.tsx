// @module-tag rest
/** How many detectors still have a withdrawn release, in a sentence and day by day. Its sentences: useRecallText.test.ts. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { queryClient } from '../../../api/queryClient.ts'
import type { Recall } from './useRecallText.ts'

function recall(lefts: readonly number[], told = 28): Recall {
  const days = lefts.map((left, index) => ({ day: `2026-03-${String(5 + index).padStart(2, '0')}`, left }))
  return { left: lefts.at(-1) ?? 0, told, days }
}

const open = (of: Recall | null) =>
  openApp('/firmware/show/14', { as: 'admin', calls: createRelease({ state: 'withdrawn', recall: of }).calls })
const main = page.getByRole('main')

it('how far it is is a sentence, bars up to today, and a table, the newest day first', async () => {
  await open(recall([1031, 20, 12]))
  const sentence = /^12 of 1,031 detectors still have it\. 28 owners/
  await expect.element(main.getByRole('paragraph').filter({ hasText: sentence })).toBeVisible()
  const fold = main.getByText('Day by day', { exact: true })
  await expect.element(fold).toBeVisible()
  const today = main.getByText('Today', { exact: true }).element()
  // The last day stands above its name, however few there are.
  const lastBar = today.parentElement?.previousElementSibling?.lastElementChild?.getBoundingClientRect()
  expect(lastBar?.right).toBeCloseTo(today.getBoundingClientRect().right, 0)
  await fold.click()
  const table = page.getByRole('table', {
    name: /^Detectors that still have it, day by day/,
  })
  await expect.element(table.getByRole('row')).toHaveLength(4)
  const rows = table
    .getByRole('row')
    .elements()
    .map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))
  expect(rows.slice(1)).toEqual(['07/03/202612', '06/03/202620', '05/03/20261,031'])
  await expect.element(table.getByRole('rowheader', { name: '07/03/2026' })).toBeVisible()
  await expectNoAxeFindings('a recall, day by day', { at: [390, 1280] })
})

it('without a course, or not recalled, says no more than there is', async () => {
  let of: Recall | null = recall([31])
  const { calls } = createRelease({ state: 'withdrawn' })
  const get = () => ({ ...calls.release.get(), recall: of })
  await openApp('/firmware/show/14', { as: 'admin', calls: { ...calls, release: { ...calls.release, get } } })
  await expect.element(main.getByText('31 detectors still have it.')).toBeVisible()
  await expect.element(main.getByText('Day by day')).not.toBeInTheDocument()
  of = recall([0, 0])
  await queryClient.invalidateQueries()
  await expect.element(main.getByText('No detector has it any more.')).toBeVisible()
  await expect.element(main.getByText('Day by day')).not.toBeInTheDocument()
  of = null
  await queryClient.invalidateQueries()
  await expect.element(main.getByText(/told by mail|still have it/)).not.toBeInTheDocument()
  await expect.element(main.getByText(/^Withdrawn for good/)).toBeVisible()
})
