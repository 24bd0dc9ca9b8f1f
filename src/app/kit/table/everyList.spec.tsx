/** What of a list is in sight, measured on every list of the back office. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { everyList } from '../../../../tests/component/everyList.ts'
import { callsOfAllScreens } from '../../../../tests/component/everyScreen.ts'
import { drawn } from '../../../../tests/component/frames.ts'
import { listIsThere, rows } from '../../../../tests/component/list.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { coveredPoints } from '../../../../tests/support/coveredPoints.ts'

/** What a scroll bar takes in an ordinary browser; the one of these tests has none. */
const scrollBarPx = 15

const table = () => page.getByRole('table').element()
const frame = () => table().closest('section') ?? document.body
const headerCells = () => page.getByRole('columnheader').elements()
const pages = () => page.getByRole('navigation', { name: 'Pages' }).element()
const perPage = () => page.getByLabelText('Rows per page').element()

async function open({ path, calls, hasActions }: (typeof everyList)[number], search = ''): Promise<void> {
  // What has the focus for a moment is loaded ahead, too.
  await openApp(path + search, { as: 'admin', calls: [callsOfAllScreens(), calls] })
  await listIsThere()
  // What one may do with a row comes with an answer of its own.
  const deleteButtons = page.getByRole('button', { name: /^Delete / })
  await expect.poll(() => deleteButtons.elements().length > 0).toBe(hasActions)
}

/** The rows that are in the frame from edge to edge: below the header, above a scroll bar. */
function wholeRows(): Element[] {
  const edge = frame().getBoundingClientRect().bottom - 1 - (frame().scrollWidth > frame().clientWidth ? scrollBarPx : 0)
  const headEnd = Math.max(...headerCells().map((cell) => cell.getBoundingClientRect().bottom))
  return rows()
    .elements()
    .filter((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return top >= headEnd - 0.5 && bottom <= edge + 0.5
    })
}

/** The cells that stay in place: the name, which is the first one except where a picture stands before it, and the buttons. */
function stayingCells(row: Element, hasActions: boolean): Element[] {
  const cells = [...row.querySelectorAll('td')]
  const linkCell = row.querySelector('[data-row-link]')?.closest('td')
  return [linkCell ?? cells[0], hasActions ? cells.at(-1) : null].filter((cell) => cell instanceof HTMLTableCellElement)
}

/** From one end to the other, both ways. */
async function scrollTo(left: number, top: number): Promise<void> {
  frame().scrollTo({ left: left * (frame().scrollWidth - frame().clientWidth), top: top * frame().scrollHeight })
  await drawn()
}

/** The header and the parts below the rows are in sight, wherever the list is scrolled to. */
async function expectHeadAndFoot(below: readonly Element[]): Promise<void> {
  for (const top of [0, 1]) {
    await scrollTo(0, top)
    expect(coveredPoints(headerCells()[0] ?? table())).toEqual([])
    for (const part of below) expect(coveredPoints(part)).toEqual([])
  }
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(innerHeight)
  // The virtual list counts on it.
  const heights = rows()
    .elements()
    .map((row) => row.getBoundingClientRect().height)
  expect(new Set(heights)).toEqual(new Set([32]))
}

/** The first column and the buttons of each row, wherever the list is scrolled to. */
async function expectStayingCells(hasActions: boolean): Promise<void> {
  for (const left of [0, 0.5, 1]) {
    for (const top of [0, 1]) {
      await scrollTo(left, top)
      const shown = wholeRows()
      expect(shown.length).toBeGreaterThan(4)
      for (const row of shown) {
        const cells = stayingCells(row, hasActions)
        for (const cell of cells) expect(coveredPoints(cell), `${cell.textContent}, scrolled by ${left}, ${top}`).toEqual([])
        const taken = cells.reduce((sum, cell) => sum + cell.getBoundingClientRect().width, 0)
        // There is room for another column, unless there is none.
        const room = frame().scrollWidth > frame().clientWidth ? 0.72 : 1
        expect(taken).toBeLessThanOrEqual(frame().clientWidth * room)
      }
    }
  }
  expect(document.documentElement.scrollWidth).toBe(innerWidth)
}

const ofMany = { tags: 'rest' }

describe.each(everyList)('the list at $path', (list) => {
  it('shows fifteen rows at 1280 x 720, keeps the first column and the buttons in sight, and covers no focus', ofMany, async () => {
    await open(list)
    await expect.poll(() => wholeRows().length).toBeGreaterThanOrEqual(15)
    await expectHeadAndFoot([pages(), perPage()])
    for (const [width, height] of [
      [1024, 768],
      [390, 844],
    ] as const) {
      await page.viewport(width, height)
      await drawn()
      await expectStayingCells(list.hasActions)
    }
    for (const link of [...document.querySelectorAll<HTMLElement>('[data-row-link]')].slice(0, 6)) {
      link.focus()
      await expect.poll(() => coveredPoints(link.closest('td') ?? link)).toEqual([])
      link.blur()
    }
    // A look at fifty rows takes five times as long, and finds nothing else.
    await page.viewport(1280, 720)
    await page.getByLabelText('Rows per page').selectOptions('10 per page')
    await expect.element(rows()).toHaveLength(10)
    await listIsThere()
    await expectNoAxeFindings(list.path)
  })

  it('shows fifteen rows of everything', ofMany, async () => {
    await open(list, '?perPage=2147483647')
    await expect.poll(() => wholeRows().length).toBeGreaterThanOrEqual(15)
    await expectHeadAndFoot([perPage()])
  })
})

const listAt = (path: string) => everyList.filter((list) => list.path === path)

it.each(listAt('/product/index'))('shows fifteen rows at 1280 x 720, as all lists do', async (list) => {
  await open(list)
  await expect.poll(() => wholeRows().length).toBeGreaterThanOrEqual(15)
  await expectHeadAndFoot([pages(), perPage()])
})

it.each(listAt('/firmware/index'))(
  'shows which firmwares are active at 1024 px, before and after scrolling [T688]',
  { tags: 'rest' },
  async (list) => {
    await page.viewport(1024, 768)
    await open(list)
    expect(frame().scrollWidth).toBeGreaterThan(frame().clientWidth)
    for (const left of [0, 1]) {
      await scrollTo(left, 0)
      for (const row of [table().querySelector('thead tr'), ...wholeRows()]) expect(coveredPoints(row?.children[6] ?? table())).toEqual([])
    }
  },
)

it.each(listAt('/warrantyCode/index'))('never cuts a code, at 390 px either [T689]', { tags: 'rest' }, async (list) => {
  await page.viewport(390, 844)
  await open(list)
  const codes = wholeRows().map((row) => row.querySelector('td') ?? row)
  expect(codes.map(({ textContent }) => textContent)).toContain('222-222-222-222-222-227')
  for (const cell of codes) {
    expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth)
    expect(coveredPoints(cell)).toEqual([])
  }
})

it.each([720, 420])('has filters that fit a window of %s px, and so do their calendars [T695]', ofMany, async (height) => {
  await page.viewport(1280, height)
  await openApp('/user/index', { as: 'admin', calls: listAt('/user/index')[0]?.calls ?? {} })
  await listIsThere()
  await page.getByRole('button', { name: /^Filter/ }).click()
  const dialogs = page.getByRole('dialog')
  await expect.element(dialogs.first()).toBeVisible()
  await page.getByRole('button', { name: 'Last sync: All' }).click()
  await expect.element(page.getByRole('grid')).toBeVisible()
  expect(dialogs.elements()).toHaveLength(2)
  for (const dialog of dialogs.elements()) {
    const { top, bottom } = dialog.getBoundingClientRect()
    expect(top).toBeGreaterThanOrEqual(0)
    expect(bottom).toBeLessThanOrEqual(height)
  }
  const time = page.getByRole('combobox', { name: 'To' }).element()
  time.scrollIntoView({ block: 'nearest' })
  await drawn()
  expect(coveredPoints(time)).toEqual([])
})
