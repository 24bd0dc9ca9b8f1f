/** The codes of RFC 6238, appendix B: their last six digits of eight, as every app shows them. */
import { expect, it } from 'vitest'
import { secondFactors } from '../../src/server/db/tables.ts'
import { appSecretId } from '../../src/server/keys/factorVault.ts'
import { password } from '../support/apiServer.ts'
import { oneTimeCode } from '../support/oneTimeCode.ts'
import { serverOnPostgres } from '../support/servers.ts'

const secret = { bytes: Buffer.from('12345678901234567890'), base32: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' }
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const

it.each(vectors)('are what tests compute at second %i', (seconds, code) => {
  expect(oneTimeCode(secret.base32, new Date(seconds * 1000))).toBe(code)
})

serverOnPostgres((server) => {
  it.each(vectors)('let in at second %i', async (seconds, code) => {
    server.pass(seconds * 1000 - server.context.clock().getTime())
    const { username, userId } = await server.join()
    const { db, clock, factorVault } = server.context
    const wrappedSecret = factorVault.wrap(appSecretId(userId), secret.bytes)
    await db.insert(secondFactors).values({ userId, kind: 'totp', name: 'App', wrappedSecret, createdAt: clock() })
    const enter = (typed: string) =>
      server.client().factorSignIn.checkFactor({ body: { username, password, proof: { kind: 'totp', code: typed } } })
    await expect(enter(code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)))).rejects.toMatchObject({
      code: 'code.invalid.error',
    })
    await expect(enter(`${code.slice(0, 3)} ${code.slice(3)}`)).resolves.toEqual({})
  })
})
