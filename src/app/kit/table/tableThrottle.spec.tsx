import { afterEach, expect, it, vi } from 'vitest'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { drawn } from '../../../../tests/component/frames.ts'
import { listIsThere, names, searchBox } from '../../../../tests/component/list.ts'
import { productRows } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { tableRefreshMs } from '../../../contract/table.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('sends the first of many quick changes at once, and then the last [T321]', async () => {
  const { seen, address } = await openApp('/product/index', { as: 'admin', calls: { product: fakeTable(() => productRows) } })
  await listIsThere()
  const before = seen.length
  const searches = () =>
    seen
      .slice(before)
      .filter(({ name }) => name.endsWith('.getB122TableResults'))
      .map(({ parts }) => Object(parts).body.search as unknown)
  const input = searchBox().element() as HTMLInputElement
  input.focus()
  async function type(text: string): Promise<void> {
    for (const letter of text) {
      input.setRangeText(letter, input.value.length, input.value.length, 'end')
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
      await drawn()
    }
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  // Since the list was opened.
  vi.advanceTimersByTime(tableRefreshMs)
  await type('w')
  await expect.poll(searches).toEqual(['w'])
  await type('saii-xl')
  await expect.poll(address).toBe('/product/index?search=wsaii-xl')
  expect(searches()).toEqual(['w'])
  vi.advanceTimersByTime(tableRefreshMs)
  await expect.poll(searches).toEqual(['w', 'wsaii-xl'])
  vi.useRealTimers()
  await expect.poll(names).toEqual(['WSAII-XL'])
})
