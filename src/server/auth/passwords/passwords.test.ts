import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

it('verifies a password against its hash and rejects any other', async () => {
  const hash = await hashPassword('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  await expect(verifyPassword(hash, 'correct horse')).resolves.toBe(true)
  await expect(verifyPassword(hash, 'correct horse ')).resolves.toBe(false)
})

it('checks a dummy for an unknown user, at the same cost and never with success', async () => {
  await expect(verifyPassword(undefined, '')).resolves.toBe(false)
  await expect(verifyPassword(undefined, 'correct horse')).resolves.toBe(false)
})

it('hashes four at a time, lets 64 wait and rejects the rest; later it accepts new ones', async () => {
  const asked = await Promise.allSettled(Array.from({ length: 100 }, () => verifyPassword(undefined, 'guess')))
  const refused = asked.filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(100 - 4 - 64)
  expect(refused[0]?.reason).toMatchObject({ code: 'service.unavailable.error', status: 503 })
  await expect(verifyPassword(undefined, 'guess')).resolves.toBe(false)
})
