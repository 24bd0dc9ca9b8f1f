import { expect, it, vi } from 'vitest'
import { memoryText } from '../../../../tests/support/memoryText.ts'
import { createLastEnd, isReinstall, type LastEnd } from './lastEnd.ts'

const end: LastEnd = {
  owner: 7,
  target: { userProductId: 12, productName: 'WS6 Master', versionName: '5.2', language: 'en', before: null },
  changeLog: null,
  hasRestarted: true,
  at: '2026-11-25T12:44:00.000Z',
  tookMs: 13_000,
}

it('survives a reload until it is forgotten, and is shown to its own user only', () => {
  const stored = memoryText()
  createLastEnd(stored, () => 7).set(end)
  expect(createLastEnd(stored, () => 7).get()).toEqual(end)
  expect(createLastEnd(stored, () => 8).get()).toBeNull()
  expect(createLastEnd(stored, () => null).get()).toBeNull()
  createLastEnd(stored, () => 7).set(null)
  expect(createLastEnd(stored, () => 7).get()).toBeNull()
  expect(stored.get()).toBeNull()
})

it.each(['', '{', 'null', '[]', '5', '"text"', '{"owner":7}', '{"owner":7,"target":{},"hasRestarted":true}'])(
  'takes the stored text %j for none',
  (text) => {
    const stored = memoryText()
    stored.set(text)
    expect(createLastEnd(stored, () => 7).get()).toBeNull()
  },
)

it.each<readonly [what: string, target: Partial<LastEnd['target']>, isAgain: boolean]>([
  ['of the same version', { before: { versionName: '5.2', language: 'en' } }, true],
  ['of the same version in another language', { before: { versionName: '5.2', language: 'fr' } }, false],
  ['over another version', { before: { versionName: '5.1', language: 'en' } }, false],
  ['over an unknown firmware', { before: null }, false],
])('knows whether an installation %s is a reinstallation', (_, target, isAgain) => {
  expect(isReinstall({ ...end.target, ...target })).toBe(isAgain)
})

it('is forgotten where the storage is full', () => {
  const set = vi.fn<(text: string | null) => void>().mockThrow(new DOMException('The disk is full.', 'QuotaExceededError'))
  const lastEnd = createLastEnd({ ...memoryText(), set }, () => 7)
  lastEnd.set(end)
  expect(set).toHaveBeenCalledOnce()
  expect(lastEnd.get()).toBeNull()
})
