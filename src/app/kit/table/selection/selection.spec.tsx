// @module-tag rest
/** Rows of a list are selected: one by one, by page, in ranges and all that are found. The list of users is the one that has it. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deletedFilter, fakeTable } from '../../../../../tests/component/fakeTable.ts'
import { listIsThere, names } from '../../../../../tests/component/list.ts'
import { shownUser, userRow } from '../../../../../tests/component/records.ts'
import { openApp, type Person } from '../../../../../tests/component/render.tsx'

const users = Array.from({ length: 70 }, (_, index) => userRow(index + 1))
const bar = () => page.getByRole('region', { name: 'Selection' })
const box = (id: number) => page.getByRole('checkbox', { name: `Select First${id} Last${id}`, exact: true })
const head = (name = 'Select this page') => page.getByRole('checkbox', { name, exact: true })
const count = (text: string) => expect.element(bar().getByText(text, { exact: true })).toBeVisible()
const top = () => page.getByRole('table').element().getBoundingClientRect().top
const isGone = () => expect.element(bar()).not.toBeInTheDocument()

async function open(search = '', as: Person = 'admin') {
  const drawn = await openApp(`/user/index?sortDesc=false${search}`, {
    as,
    // The page of a row is loaded where the pointer rests on its link.
    calls: { user: { ...fakeTable(() => users, { filters: [deletedFilter] }), get: () => shownUser() } },
  })
  await listIsThere()
  return drawn
}

it('counts what is selected, over pages too [T746]', async () => {
  await open()
  await box(2).click()
  await count('1 selected')
  await box(3).click()
  await count('2 selected')
  await expect.element(head()).toHaveAttribute('aria-checked', 'mixed')
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect.poll(names).toContain('First51')
  await head().click()
  await count('22 selected')
  await bar().getByRole('button', { name: 'Select all 70 found' }).click()
  await count('70 selected')
  await expect.element(box(60)).toBeChecked()
  await box(60).click()
  await count('19 selected')
  await bar().getByRole('button', { name: 'Clear' }).click()
  await isGone()
  await expect.element(box(60)).not.toBeChecked()
})

it('starts anew where another search or filter is shown', async () => {
  const { goBack } = await open('&search=user6')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(names).toContain('First50')
  await box(60).click()
  await count('1 selected')
  goBack()
  await expect.poll(names).not.toContain('First50')
  await isGone()
  await expect.element(box(60)).not.toBeChecked()
})

it('selects the rows between two with Shift, and the row under the arrows with x', async () => {
  await open()
  await box(3).click()
  await userEvent.keyboard('{Shift>}')
  await box(8).click()
  await userEvent.keyboard('{/Shift}')
  await count('6 selected')
  await box(5).click()
  await count('5 selected')
  await bar().getByRole('button', { name: 'Clear' }).click()
  page.getByRole('link', { name: 'First1', exact: true }).element().focus()
  await userEvent.keyboard('{ArrowDown}x')
  await count('1 selected')
  await expect.element(box(2)).toBeChecked()
})

it('keeps the rows where they are when the bar appears, at each width', async () => {
  for (const [width, height] of [
    [1280, 720],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.viewport(width, height)
    await open()
    const before = top()
    await box(1).click()
    await count('1 selected')
    expect(top()).toBe(before)
    const table = page.getByRole('table').element().closest('section')?.getBoundingClientRect().top ?? 0
    for (const button of bar().getByRole('button').elements()) expect(button.getBoundingClientRect().bottom).toBeLessThanOrEqual(table)
  }
})

it('selects everything where everything is shown, also what is out of view', async () => {
  await open('&perPage=2147483647')
  await box(1).click()
  await count('1 selected')
  await head('Select all').click()
  await count('70 selected')
  page.getByRole('table').element().closest('section')?.scrollTo({ top: 100_000 })
  await expect.element(box(70)).toBeChecked()
  await head('Select all').click()
  await isGone()
})

it('is not offered to those who may do nothing with it', async () => {
  await open('', 'marketing')
  await expect.element(page.getByRole('checkbox').first()).not.toBeInTheDocument()
})
