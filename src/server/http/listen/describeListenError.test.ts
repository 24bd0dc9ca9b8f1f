import { expect, it } from 'vitest'
import { assertPortsFree } from './assertPortsFree.ts'
import { describeListenError } from './describeListenError.ts'

it('says what to do about a port that only root may open', () => {
  const error = Object.assign(new Error('listen EACCES'), { code: 'EACCES' })
  expect(describeListenError(error, { host: '0.0.0.0', port: 443, prefix: '' })).toBe(
    'Port 443 may not be opened by this user. Set PORT to one above 1023.',
  )
})

it('names the host that is none of this computer', async () => {
  // An address for documentation (RFC 5737).
  const elsewhere = assertPortsFree({ host: '127.0.0.1', port: 0, metrics: { host: '192.0.2.1', port: 0 } })
  await expect(elsewhere).rejects.toThrow(/^METRICS_HOST is 192\.0\.2\.1, which is no address of this computer\. /)
})
