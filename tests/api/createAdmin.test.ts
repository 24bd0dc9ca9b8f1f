import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDatabase } from '../../src/server/db/connect.ts'
import { securityEvents, users } from '../../src/server/db/tables.ts'
import { startApiServer } from '../support/apiServer.ts'
import { createPostgresDatabase } from '../support/databases.ts'

const testMs = 150_000

describe.each(['embedded', 'postgresql'] as const)('on the %s database', (kind) => {
  let dataDir = ''
  let databaseUrl: string | undefined

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'fieldport-admin-'))
    if (kind === 'postgresql') databaseUrl = await createPostgresDatabase()
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  /** As `npm run create-admin -- ARGUMENTS` does. */
  async function createAdmin(parts: string[], { input = '', ...environment }: Record<string, string> = {}) {
    const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/commands/createAdmin.ts', ...parts], {
      env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...environment },
    })
    child.stdin.end(input)
    const [out, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    return { out, complaint, code: Number(code) }
  }

  async function roleOf(username: string, password: string): Promise<string | undefined> {
    const { db, close } = await connectDatabase({ databaseUrl, dataDir })
    const server = await startApiServer(db)
    try {
      const { roles } = await server.client().authentication.login({ body: { username, password } })
      return roles[0]
    } finally {
      await server.dispose()
      await close()
    }
  }

  it('makes an administrator who can sign in with the password that is printed, another each time', { timeout: testMs }, async () => {
    const first = await createAdmin(['Boss@Example.com'])
    expect(first).toMatchObject({ code: 0, complaint: '' })
    const printed = /^Password, shown this once: (\S{20})$/m.exec(first.out)?.[1] ?? ''
    expect(await roleOf('boss@example.com', printed)).toBe('ROLE_ADMIN')
    const second = await createAdmin(['second@example.com'])
    expect(second.out).not.toContain(printed)
  })

  it('says in the security log that an administrator was added', { timeout: testMs }, async () => {
    await createAdmin(['logged@example.com'], { ADMIN_PASSWORD: 'word of the environment' })
    const { db, close } = await connectDatabase({ databaseUrl, dataDir })
    const [added] = await db
      .select({ kind: securityEvents.kind, reason: securityEvents.reason, actorId: securityEvents.actorId })
      .from(securityEvents)
      .innerJoin(users, eq(users.id, securityEvents.userId))
      .where(eq(users.username, 'logged@example.com'))
    await close()
    expect(added).toEqual({ kind: 'accountAdded', reason: 'ROLE_ADMIN', actorId: null })
  })

  it('takes the password from the environment or the standard input, and does not print it', { timeout: testMs }, async () => {
    const fromEnvironment = await createAdmin(['env@example.com'], { ADMIN_PASSWORD: 'word of the environment' })
    const fromInput = await createAdmin(['stdin@example.com', '--password-stdin'], { input: 'word of the input\n' })
    expect(fromEnvironment.out + fromInput.out).not.toContain('word of')
    expect(await roleOf('env@example.com', 'word of the environment')).toBe('ROLE_ADMIN')
    expect(await roleOf('stdin@example.com', 'word of the input')).toBe('ROLE_ADMIN')
  })

  it('says what is wrong, and changes nothing', { timeout: testMs }, async () => {
    await createAdmin(['taken@example.com'], { ADMIN_PASSWORD: 'the first password' })
    const cases = [
      { parts: [], says: 'An e-mail address is needed.' },
      { parts: ['nobody'], says: 'An e-mail address is needed.' },
      { parts: ['taken@example.com'], says: 'already an account' },
      { parts: ['new@example.com', '--password-stdin'], input: 'short\n', says: 'at least 8 characters' },
      { parts: ['new@example.com', '--phone', '12'], says: 'no telephone number' },
      { parts: ['new@example.com'], SMS_CODE: 'staff', SMS_URL: 'https://sms.example.com', says: '--phone' },
    ]
    for (const { parts, says, ...given } of cases) {
      const { code, complaint } = await createAdmin(parts, given)
      expect({ code, complaint }).toEqual({ code: 1, complaint: expect.stringContaining(says) })
    }
    expect(await roleOf('taken@example.com', 'the first password')).toBe('ROLE_ADMIN')
  })
})
