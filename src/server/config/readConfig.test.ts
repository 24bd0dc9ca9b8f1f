import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from './readConfig.ts'

it('needs no variable: the default is a demo that only this computer can reach', () => {
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

it('is no demo in production unless DEMO is set', () => {
  expect(readConfig({ NODE_ENV: 'production' })).toMatchObject({ isDemo: false, isSimulatedDeviceAllowed: false })
  expect(readConfig({ NODE_ENV: 'production', DEMO: 'true' })).toMatchObject({ isDemo: true, isSimulatedDeviceAllowed: true })
  expect(readConfig({ DEMO: 'true', SIMULATED_DEVICE: 'false' })).toMatchObject({ isDemo: true, isSimulatedDeviceAllowed: false })
})

it('keeps responding while it stops, for longer than nginx keeps a connection; a demo stops at once', () => {
  expect(readConfig({ NODE_ENV: 'production' }).drainSeconds).toBeGreaterThan(60)
  expect(readConfig({}).drainSeconds).toBe(0)
  expect(readConfig({ DRAIN_SECONDS: '20' }).drainSeconds).toBe(20)
})

it.each([
  // Nobody else can reach the server.
  [{}, true, 'nothing says that anybody else can reach it'],
  [{ NODE_ENV: 'development', HOST: 'localhost', PUBLIC_URL: 'http://localhost:8080' }, true, 'nothing says'],
  [{ HOST: '127.0.0.53' }, true, 'nothing says'],
  [{ HOST: '::1' }, true, 'nothing says'],
  [{ HOST: '::ffff:127.0.0.1' }, true, 'nothing says'],
  // Others can reach the server, or it is meant for production.
  [{ NODE_ENV: 'production' }, false, 'NODE_ENV is production'],
  [{ HOST: '0.0.0.0' }, false, 'HOST is 0.0.0.0'],
  [{ HOST: '::' }, false, 'HOST is ::'],
  [{ HOST: '192.168.1.20' }, false, 'HOST is 192.168.1.20'],
  [{ HOST: 'portal.lan' }, false, 'HOST is portal.lan'],
  [{ PUBLIC_URL: 'https://update.example.com' }, false, 'PUBLIC_URL is https'],
  [{ SMTP_URL: 'smtp://localhost' }, false, 'SMTP_URL is set'],
  [{ SMS_URL: 'http://localhost/sms' }, false, 'SMS_URL is set'],
  // An explicit DEMO decides.
  [
    { NODE_ENV: 'production', HOST: '0.0.0.0', PUBLIC_URL: 'https://x.example.com', SMTP_URL: 'smtp://x', DEMO: 'true' },
    true,
    'DEMO is true',
  ],
  [{ DEMO: 'false' }, false, 'DEMO is false'],
])('with %o, whether it is a demo is %s, because %s', (environment, isDemo, reason) => {
  const config = readConfig(environment)
  expect(config).toMatchObject({ isDemo, isSimulatedDeviceAllowed: isDemo })
  expect(config.demoReason).toContain(reason)
})

it('treats an empty variable as absent', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', BRAND_LOGO_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

it('removes the trailing slash of the public address', () => {
  expect(readConfig({ PUBLIC_URL: 'https://update.example.com/' }).publicUrl).toBe('https://update.example.com')
})

it('sends mails from the portal’s host, through the configured servers only', () => {
  expect(readConfig({ PUBLIC_URL: 'https://update.example.com' })).toMatchObject({
    smtpUrl: undefined,
    mailFrom: 'no-reply@update.example.com',
    sms: undefined,
    smsCode: 'never',
    trustedProxies: [],
  })
  expect(readConfig({ SMTP_URL: 'smtps://user:word@mail.example.com', MAIL_FROM: 'hello@example.com' })).toMatchObject({
    smtpUrl: 'smtps://user:word@mail.example.com',
    mailFrom: 'hello@example.com',
  })
  expect(readConfig({ TRUSTED_PROXIES: '127.0.0.1, ::1 10.0.0.0/8' }).trustedProxies).toHaveLength(3)
})

it.each([
  [{ BRAND_CONTACT_URL: 'https://example.com/help', BRAND_CONTACT_EMAIL: 'help@example.com' }, 'https://example.com/help'],
  [{ BRAND_CONTACT_EMAIL: 'help@example.com' }, 'mailto:help@example.com'],
  [{ BRAND_CONTACT_EMAIL: 'help+fr@example.com' }, 'mailto:help%2Bfr@example.com'],
  [{ BRAND_CONTACT_URL: '', BRAND_CONTACT_EMAIL: '' }, null],
])('with %o in production, customers reach support at %s', (environment, contactUrl) => {
  expect(readConfig({ NODE_ENV: 'production', ...environment }).brand.contactUrl).toBe(contactUrl)
})

it('has a contact in a demo, which an own one replaces', () => {
  expect(readConfig({}).brand.contactUrl).toBe('mailto:support@example.com')
  expect(readConfig({ BRAND_CONTACT_EMAIL: 'help@example.com' }).brand.contactUrl).toBe('mailto:help@example.com')
})

it('requires an SMS gateway in production if SMS codes are needed', () => {
  expect(() => readConfig({ NODE_ENV: 'production', SMS_CODE: 'staff' })).toThrow('SMS_URL must name the gateway')
  const sms = { url: 'https://sms.example.com/send', token: 'word' }
  expect(readConfig({ NODE_ENV: 'production', SMS_CODE: 'staff', SMS_URL: sms.url, SMS_TOKEN: sms.token })).toMatchObject({ sms })
  expect(readConfig({ SMS_CODE: 'always' })).toMatchObject({ smsCode: 'always', isDemo: true })
})

it('never repeats a value that may contain a password', () => {
  expect(() => readConfig({ SMTP_URL: 'http://user:hunter2@mail.example.com' })).toThrow(/^SMTP_URL must be .*smtps:\/\/\.$/)
  expect(() => readConfig({ DATABASE_URL: 'mysql://user:hunter2@db' })).not.toThrow('hunter2')
  expect(() => readConfig({ SMS_TOKEN: 'hunter 2' })).not.toThrow('hunter')
})

it.each([
  ['PORT', 'x', 'a whole number from 0 to 65535'],
  ['PORT', '70000', 'a whole number from 0 to 65535'],
  ['PORT', '-1', 'a whole number from 0 to 65535'],
  ['PUBLIC_URL', 'portal', 'http:// or https://'],
  ['PUBLIC_URL', 'javascript:alert(1)', 'http:// or https://'],
  ['DEMO', 'yes', 'true or false'],
  ['ACCESS_TOKEN_MINUTES', '0', 'a whole number from 1 to 60'],
  ['DRAIN_SECONDS', '-1', 'a whole number from 0 to 3600'],
  ['TRUSTED_PROXIES', 'everybody', 'addresses or networks'],
  ['TRUSTED_PROXIES', '10.0.0.0/99', 'addresses or networks'],
  ['MAIL_FROM', 'Fieldport <portal@example.com>', 'one mail address'],
  ['BRAND_CONTACT_EMAIL', 'Support <support@example.com>', 'one mail address'],
  ['BRAND_CONTACT_EMAIL', 'support@example.com?bcc=all@example.com', 'one mail address'],
  ['SMS_CODE', 'sometimes', 'never, staff or always'],
  ['LOG_LEVEL', 'loud', 'silent'],
  ['FIRMWARE_ORIGIN', 'http://firmware.example.com', 'an origin with https'],
  ['FIRMWARE_ORIGIN', 'https://firmware.example.com/files', 'an origin with https'],
  ['BRAND_LOGO_URL', '/logo.png', 'http:// or https://'],
])('reports an invalid %s (%s) in one line', (name, value, wanted) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(wanted)
  expect(read).toThrow(new RegExp(`^${name} must be [^\\n]*, and is "[^\\n]*"\\.$`))
})

it.each([
  ['DATABASE_URL', 'mysql://portal:s3cret@host/portal', 'postgres://'],
  ['SMTP_URL', 'portal:s3cret@host', 'smtp://'],
  ['SMS_TOKEN', 's3cret with spaces', 'a token without spaces'],
])('reports an invalid %s without its value', (name, value, wanted) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(wanted)
  expect(read).not.toThrow(/s3cret/)
})

it('names all invalid variables at once, and what others ask of them', () => {
  const environment = { PORT: 'x', SMTP_URL: 'hunter2', DEMO: 'yes', S3_BUCKET: 'files', LOG_LEVEL: 'info' }
  const said = messageOfThrown(() => readConfig(environment)).split('\n')
  expect(said).toHaveLength(4)
  expect(said).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^PORT must be .*, and is "x"\.$/),
      expect.stringMatching(/^SMTP_URL must be [^"]*\.$/),
      expect.stringMatching(/^DEMO must be true or false, and is "yes"\.$/),
      'S3_BUCKET is set, so S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set too.',
    ]),
  )
})

it.each(['short', 'a'.repeat(64), 'changeme'.repeat(8)])('refuses the secret key %s, and says how to make one', (SECRET_KEY) => {
  const said = messageOfThrown(() => readConfig({ SECRET_KEY }))
  expect(said).toMatch(/^SECRET_KEY must be at least 32 characters .*openssl rand -hex 32/)
  expect(said).not.toContain(SECRET_KEY)
})

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldport-secrets-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (content: string) => {
    const path = join(folder, crypto.randomUUID())
    writeFileSync(path, content)
    return path
  }
  const secret = '0123456789abcdef'.repeat(4)

  it.each(['\n', '\r\n', ''])('is read without the end of its line (%o)', (end) => {
    expect(readConfig({ SECRET_KEY_FILE: file(secret + end) }).secretKey).toBe(secret)
  })

  it('can be any of them', () => {
    const config = readConfig({
      DATABASE_URL_FILE: file('postgres://portal:word@db/portal\n'),
      SMTP_URL_FILE: file('smtps://portal:word@mail.example.com\n'),
      SMS_URL_FILE: file('https://sms.example.com/?key=word\n'),
      SMS_TOKEN_FILE: file('token\n'),
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY_FILE: file('word\n'),
    })
    expect(config).toMatchObject({
      databaseUrl: 'postgres://portal:word@db/portal',
      smtpUrl: 'smtps://portal:word@mail.example.com',
      sms: { url: 'https://sms.example.com/?key=word', token: 'token' },
      bucket: { credentials: { secretAccessKey: 'word' } },
      // As if they stood in the environment.
      demoReason: 'SMTP_URL is set',
    })
  })

  it('is refused beside the variable itself', () => {
    expect(messageOfThrown(() => readConfig({ SECRET_KEY: secret, SECRET_KEY_FILE: file(secret) }))).toBe(
      'SECRET_KEY and SECRET_KEY_FILE are both set. Keep one of them.',
    )
  })

  it('is named where it cannot be read, is empty or is wrong, without its path or content', () => {
    const said = messageOfThrown(() =>
      readConfig({
        DATABASE_URL_FILE: 'postgres://portal:hunter2@db/portal',
        S3_BUCKET: 'files',
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY_FILE: join(folder, 'hunter2'),
        SMS_TOKEN_FILE: file('\n'),
        SMTP_URL_FILE: file('hunter2'),
      }),
    )
    expect(said.split('\n').toSorted()).toEqual([
      'DATABASE_URL_FILE names a file that cannot be read (ENOENT).',
      'S3_SECRET_ACCESS_KEY_FILE names a file that cannot be read (ENOENT).',
      'SMS_TOKEN_FILE names an empty file.',
      'The content of SMTP_URL_FILE must be an address that begins with smtp:// or smtps://.',
    ])
  })
})

function messageOfThrown(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  throw new Error('nothing was thrown')
}
it('knows a folder for backups from a bucket, and a recipient from everything else', () => {
  const key = { S3_ACCESS_KEY_ID: 'an id', S3_SECRET_ACCESS_KEY: 'a secret' }
  expect(readConfig({ BACKUP_TO: '/srv/kept' }).backupTo).toEqual({ kind: 'folder', folder: '/srv/kept' })
  expect(readConfig({ BACKUP_TO: 's3://kept', ...key }).backupTo).toMatchObject({ kind: 'bucket', bucket: { name: 'kept' }, prefix: '' })
  expect(readConfig({ BACKUP_TO: 's3://kept/a/b', ...key }).backupTo).toMatchObject({ prefix: 'a/b/' })
  expect(readConfig({ BACKUP_TO: 's3://kept/a/', ...key }).backupTo).toMatchObject({ prefix: 'a/' })
  expect(() => readConfig({ BACKUP_TO: 's3://kept' })).toThrow('BACKUP_TO names a bucket, so S3_ACCESS_KEY_ID')
  for (const wrong of ['s3://', 'https://kept.example/', 'ftp://kept'])
    expect(() => readConfig({ BACKUP_TO: wrong })).toThrow(/^BACKUP_TO must be a folder/)

  const recipient = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'
  expect(readConfig({ BACKUP_RECIPIENT: ` ${recipient},\n${recipient} ` }).backupRecipients).toEqual([recipient, recipient])
  expect(readConfig({}).backupRecipients).toEqual([])
  for (const wrong of ['ada@example.com', `${recipient}q`, 'ssh-ed25519 AAAA'])
    expect(() => readConfig({ BACKUP_RECIPIENT: wrong })).toThrow(/^BACKUP_RECIPIENT must be recipients of age/)
})
