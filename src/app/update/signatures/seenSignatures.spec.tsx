/** What a browser has seen of the maker's signatures, across users and tabs. */
import { afterEach, expect, it } from 'vitest'
import { createStoredItem } from '../../browser/storedItem.ts'
import { clearUserData } from '../../offline/clearUserData.ts'
import { createSeenSignatures, seenSignaturesKey } from './seenSignatures.ts'

const stored = createStoredItem(seenSignaturesKey)
const seen = createSeenSignatures(stored)
const [second, third] = [['root 2'], ['root 3']]

afterEach(() => stored.set(null))

it('is kept when somebody signs out, for the next person', async () => {
  seen.noteRoots([second])
  seen.noteNumber(6, { number: 120, keys: ['2026 catalogue'] })
  for (const owner of [7, null]) {
    await clearUserData(owner)
    expect({ roots: seen.roots(), numbers: seen.numbers(6) }).toEqual({ roots: [second], numbers: { '2026 catalogue': 120 } })
  }
})

it('only grows: another tab may have seen more', () => {
  const otherTab = createSeenSignatures(stored)
  otherTab.noteRoots([second, third])
  otherTab.noteNumber(6, { number: 120, keys: ['2026 catalogue'] })
  seen.noteRoots([second])
  seen.noteNumber(6, { number: 119, keys: ['2026 catalogue'] })
  expect({ roots: seen.roots(), numbers: seen.numbers(6) }).toEqual({ roots: [second, third], numbers: { '2026 catalogue': 120 } })
})
