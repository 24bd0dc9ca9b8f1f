import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it('needs nothing: a demo on this computer alone', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    publicUrl: 'http://localhost:3000',
    isDemo: true,
    isSimulatedDeviceAllowed: true,
    accessTokenSeconds: 900,
    refreshTokenSeconds: 30 * 24 * 3600,
  })
})

it('is no demo in production, unless told so', () => {
  expect(readConfig({ NODE_ENV: 'production' })).toMatchObject({ isDemo: false, isSimulatedDeviceAllowed: false })
  expect(readConfig({ NODE_ENV: 'production', DEMO: 'true' })).toMatchObject({ isDemo: true, isSimulatedDeviceAllowed: true })
  expect(readConfig({ DEMO: 'true', SIMULATED_DEVICE: 'false' })).toMatchObject({ isDemo: true, isSimulatedDeviceAllowed: false })
})

it('takes an empty variable for none', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', BRAND_LOGO_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

it('writes the public address without a slash at its end', () => {
  expect(readConfig({ PUBLIC_URL: 'https://update.example.com/' }).publicUrl).toBe('https://update.example.com')
})

it.each([
  ['PORT', 'x', 'a whole number from 0 to 65535'],
  ['PORT', '70000', 'a whole number from 0 to 65535'],
  ['PORT', '-1', 'a whole number from 0 to 65535'],
  ['PUBLIC_URL', 'portal', 'http:// or https://'],
  ['PUBLIC_URL', 'javascript:alert(1)', 'http:// or https://'],
  ['DEMO', 'yes', 'true or false'],
  ['ACCESS_TOKEN_MINUTES', '0', 'a whole number from 1 to 60'],
  ['LOG_LEVEL', 'loud', 'silent'],
  ['BRAND_LOGO_URL', '/logo.png', 'http:// or https://'],
])('names a bad %s (%s) in one line', (name, value, wanted) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(wanted)
  expect(read).toThrow(new RegExp(`^${name} must be [^\\n]*, and is "[^\\n]*"\\.$`))
})

it.each([
  ['DATABASE_URL', 'mysql://portal:s3cret@host/portal', 'postgres://'],
  ['SMTP_URL', 'portal:s3cret@host', 'smtp://'],
  ['SMS_TOKEN', 's3cret with spaces', 'a token without spaces'],
])('names a bad %s without what it holds', (name, value, wanted) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(wanted)
  expect(read).not.toThrow(/s3cret/)
})
