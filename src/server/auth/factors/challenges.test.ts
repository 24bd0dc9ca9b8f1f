import { expect, it } from 'vitest'
import { createFactorVault } from '../../keys/factorVault.ts'
import { challengeMs, isOwnChallenge, makeChallenge } from './challenges.ts'

const vault = createFactorVault('a secret of 32 letters for tests!')
const madeAt = new Date('2026-11-29T12:00:00Z')
const made = Buffer.from(makeChallenge(vault, 'second 7', madeAt))

function isOwn(
  bytes: Buffer,
  { purpose = 'second 7', by = vault }: { purpose?: 'second 7' | 'second 8' | 'alone'; by?: typeof vault } = {},
) {
  return isOwnChallenge(by, purpose, bytes.toString('base64url'), new Date(madeAt.getTime() + challengeMs - 1))
}

it('knows what this portal made, for its account alone', () => {
  expect(isOwn(made)).toBe(true)
  expect(isOwn(made, { purpose: 'second 8' })).toBe(false)
  expect(isOwn(made, { purpose: 'alone' })).toBe(false)
  expect(isOwn(made, { by: createFactorVault('another secret of 32 letters too!') })).toBe(false)
})

it.each([
  ['empty', Buffer.alloc(0)],
  ['one byte short', made.subarray(0, -1)],
  ['one byte long', Buffer.concat([made, Buffer.of(0)])],
  ['another date', Buffer.from(made).fill(2, 16, 17)],
  ['another signature', Buffer.from(made).fill(made.at(-1) === 1 ? 2 : 1, made.length - 1)],
])('takes none that somebody else made: %s', (_, bytes) => {
  expect(isOwn(bytes)).toBe(false)
})

it('says of one that is too old that it is', () => {
  const over = new Date(madeAt.getTime() + challengeMs)
  expect(() => isOwnChallenge(vault, 'second 7', made.toString('base64url'), over)).toThrow('factor.expired.error')
})
