import { expect, it } from 'vitest'
import { endpoint, everyRole } from '../../contract/endpoint.ts'
import { always } from '../../contract/effects.ts'
import { AppError } from '../../errors.ts'
import type { ApiSession } from './tokenRefresh.ts'
import { withProof } from './withProof.ts'

const free = endpoint({ method: 'POST', path: '/free', audience: everyRole, body: 'none', response: { kind: 'fileAnswer' } })
const guarded = { ...free, effects: { loss: always } }
const refused = new AppError('proof.required.error')

/** Calls, and returns what happened in order. */
async function play(
  called: typeof free,
  { isProved, refusals = 0, gives = true }: { isProved?: boolean; refusals?: number; gives?: boolean },
) {
  const events: string[] = []
  const askProof = async () => {
    events.push('asked')
    if (!gives) throw refused
  }
  const session = { askProof, ...(isProved !== undefined && { isProved: () => isProved }) } as unknown as ApiSession
  let left = refusals
  const send = async () => {
    events.push('sent')
    if (left-- > 0) throw refused
    return 'done'
  }
  const end = await withProof(called, {}, session, send).catch((error: unknown) => (error instanceof AppError ? error.code : 'other'))
  return [...events, end]
}

it.each([
  ['nothing where the call wants none', free, { isProved: false }, ['sent', 'done']],
  ['nothing after a recent proof', guarded, { isProved: true }, ['sent', 'done']],
  ['before it sends', guarded, { isProved: false }, ['asked', 'sent', 'done']],
  ['once the server says so', guarded, { isProved: true, refusals: 1 }, ['sent', 'asked', 'sent', 'done']],
  ['no third time', guarded, { isProved: false, refusals: 2 }, ['asked', 'sent', 'asked', 'sent', 'proof.required.error']],
  ['and sends nothing without it', guarded, { isProved: false, gives: false }, ['asked', 'proof.required.error']],
] as const)('asks %s', async (_, called, given, expected) => {
  await expect(play(called, given)).resolves.toEqual(expected)
})

it('only asks where somebody can be asked', async () => {
  await expect(withProof(guarded, {}, {} as ApiSession, () => Promise.reject(refused))).rejects.toBe(refused)
})
