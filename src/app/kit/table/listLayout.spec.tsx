/** What of a list is in sight, measured on the list of users. */
import { beforeEach, expect, it } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { deletedFilter, fakeTable } from '../../../../tests/component/fakeTable.ts'
import { listIsThere, rows, searchBox } from '../../../../tests/component/list.ts'
import { userRow } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'

const long = {
  firstname: 'Maximiliane-Charlotte Wilhelmine',
  lastname: 'von Hohenlohe-Langenburg',
  username: 'maximiliane.charlotte@example.com',
}
const users = Array.from({ length: 60 }, (_, index) => userRow(index + 1, index % 2 === 1 ? long : {}))
const user = fakeTable(() => users, { filters: [deletedFilter] })

const frame = () => page.getByRole('region', { name: 'Users' }).element()

beforeEach(async () => {
  await page.viewport(1280, 720)
  await openApp('/user/index', { as: 'admin', calls: { user } })
  await listIsThere()
})

/** The part of the screen that an element takes, if no part of it is cut off or covered. */
function inSight(locator: Locator | Element): DOMRect | null {
  const element = 'element' in locator ? locator.element() : locator
  const box = element.getBoundingClientRect()
  const corners = [
    [box.left + 1, box.top + 1],
    [box.right - 1, box.top + 1],
    [box.left + 1, box.bottom - 1],
    [box.right - 1, box.bottom - 1],
  ] as const
  const isSeen = corners.every(([x, y]) => {
    const top = document.elementFromPoint(x, y)
    return top !== null && (element.contains(top) || top.contains(element))
  })
  return isSeen ? box : null
}

it('shows fifteen rows at 1280 x 720, with the header and the pages', async () => {
  const whole = () =>
    rows()
      .elements()
      .filter((row) => inSight(row.querySelector('td') ?? row) !== null)
  await expect.poll(() => whole().length).toBeGreaterThanOrEqual(15)
  expect(inSight(page.getByRole('columnheader', { name: 'Email' }))).not.toBeNull()
  expect(inSight(page.getByRole('navigation', { name: 'Pages' }))).not.toBeNull()
  frame().scrollTo({ top: frame().scrollHeight })
  await expect.poll(() => inSight(rows().last().getByRole('link').first())).not.toBeNull()
  expect(inSight(page.getByRole('columnheader', { name: 'Email' }))).not.toBeNull()
  expect(document.scrollingElement?.scrollHeight).toBeLessThanOrEqual(innerHeight)
})

it.each([1024, 390])('keeps names and buttons in sight at %s px, wherever the list is scrolled', async (width) => {
  await page.viewport(width, width === 390 ? 844 : 768)
  const link = rows().first().getByRole('link').first()
  const buttons = rows()
    .first()
    .getByRole('button', { name: /^Delete/ })
    .first()
  await expect.poll(() => frame().scrollWidth).toBeGreaterThan(frame().clientWidth)
  for (const left of [0, 120, frame().scrollWidth]) {
    frame().scrollTo({ left })
    await expect.poll(() => inSight(buttons)).not.toBeNull()
    const cell = link.element().closest('td') ?? frame()
    expect(inSight(cell)?.width).toBeLessThan(width / 2)
  }
  await expectNoAxeFindings(`list at ${width} px`)
})

it('never covers what has the focus', async () => {
  await page.viewport(390, 844)
  await searchBox().click()
  for (const link of rows().getByRole('link').elements().slice(0, 6)) {
    if (link instanceof HTMLElement) link.focus()
    await expect.poll(() => inSight(link.closest('td') ?? link)).not.toBeNull()
  }
})
