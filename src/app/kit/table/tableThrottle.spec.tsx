import { afterEach, expect, it, vi } from 'vitest'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { listIsThere, names, searchBox } from '../../../../tests/component/list.ts'
import { productRows } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { tableRefreshMs } from '../../../contract/table.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Lets React draw, while the clock of the test stands still. */
function drawn(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

it('sends the first and the last of many quick changes', async () => {
  const { seen, address } = await openApp('/product/index', { as: 'admin', calls: { product: fakeTable(() => productRows) } })
  await listIsThere()
  const before = seen.length
  const input = searchBox().element() as HTMLInputElement
  input.focus()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const searches = () =>
    seen
      .slice(before)
      .filter(({ name }) => name.endsWith('.getB122TableResults'))
      .map(({ parts }) => Object(parts).body.search as unknown)
  for (const letter of 'wsaii-xl') {
    input.setRangeText(letter, input.value.length, input.value.length, 'end')
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    await drawn()
  }
  await expect.poll(address).toBe('/product/index?search=wsaii-xl')
  expect(searches().length).toBeLessThanOrEqual(1)
  vi.advanceTimersByTime(tableRefreshMs)
  await expect.poll(() => searches().at(-1)).toBe('wsaii-xl')
  expect(searches().length).toBeLessThanOrEqual(2)
  vi.useRealTimers()
  await expect.poll(names).toEqual(['WSAII-XL'])
})
