// @module-tag rest
import { array, assert, asyncProperty, constantFrom, nat, oneof, record } from 'fast-check'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { sessions, users } from '../../src/server/db/tables.ts'
import { single } from '../../src/server/db/single.ts'
import { makeSecret } from '../../src/server/auth/secret.ts'
import { openSession, refreshSession } from '../../src/server/auth/session.ts'
import type { ApiServer } from '../support/apiServer.ts'
import { serverOnBothDatabases } from '../support/servers.ts'

const graceMs = 10_000
const address = '192.0.2.7'

/** Some of the tokens given so far are used at one moment, then time passes. */
const turn = record({
  used: array(nat(), { minLength: 1, maxLength: 3 }),
  waitMs: oneof(constantFrom(0, 1, graceMs, graceMs + 1), nat(2 * graceMs)),
})
type Turn = { readonly used: readonly number[]; readonly waitMs: number }

/** How many tokens of a family there are after a turn, how many of them unused, and how many answers were not the only successor. */
type Outcome = { readonly tokens: number; readonly unused: number; readonly surprises: number }

/**
 * Plays one sign-in against a model: the tokens in the order of their succession, each with the moment of its first use. One that comes
 * back after the grace period is a fork and ends the family; every other gives the one after it.
 */
async function playTurns({ context, join, pass }: ApiServer, turns: readonly Turn[]) {
  const { userId } = await join()
  const user = single(await context.db.select().from(users).where(eq(users.id, userId)))
  const { refresh_token } = await openSession(context, user, {
    now: context.clock(),
    userAgent: undefined,
    address,
    isPasswordWeak: false,
    assertStillEnough: async () => undefined,
    proof: { method: 'password', provedAt: context.clock() },
    deviceSecret: makeSecret(),
  })
  const chain = [{ token: refresh_token, usedAt: Infinity }]
  const expected: Outcome[] = []
  const seen: Outcome[] = []
  for (const { used, waitMs } of turns) {
    const now = context.clock()
    const places = used.map((number) => number % chain.length)
    const isFork = places.some((place) => now.getTime() - (chain[place]?.usedAt ?? 0) > graceMs)
    const answers = await Promise.allSettled(
      places.map((place) => refreshSession(context, chain[place]?.token ?? '', { now, address }).then((session) => session.refresh_token)),
    )
    let surprises = 0
    for (const [index, answer] of isFork ? [] : answers.entries()) {
      const place = places[index] ?? 0
      const given = answer.status === 'fulfilled' ? answer.value : 'refused'
      chain[place + 1] ??= { token: given, usedAt: Infinity }
      if (given !== chain[place + 1]?.token || given === 'refused') surprises += 1
      const one = chain[place]
      if (one !== undefined) one.usedAt = Math.min(one.usedAt, now.getTime())
    }
    const rows = await context.db.select().from(sessions).where(eq(sessions.userId, userId))
    seen.push({ tokens: rows.length, unused: rows.filter(({ rotatedAt }) => rotatedAt === null).length, surprises })
    expected.push(isFork ? { tokens: 0, unused: 0, surprises: 0 } : { tokens: chain.length, unused: 1, surprises: 0 })
    if (isFork) break
    pass(waitMs)
  }
  return { expected, seen }
}

serverOnBothDatabases('row locks', (server) => {
  it('has one unused refresh token for each sign-in, in any order of renewals, and none after a fork', async () => {
    let forks = 0
    let rounds = 0
    const property = asyncProperty(array(turn, { minLength: 2, maxLength: 6 }), async (turns) => {
      const { expected, seen } = await playTurns(server, turns)
      expect(seen).toEqual(expected)
      rounds += 1
      if (seen.at(-1)?.tokens === 0) forks += 1
    })
    await assert(property, { seed: 20_261_121, numRuns: 15 })
    // Both ways were gone.
    expect(forks).toBeGreaterThan(2)
    expect(rounds - forks).toBeGreaterThan(2)
  })
})
