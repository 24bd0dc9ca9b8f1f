import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { beforeAll, expect, it } from 'vitest'
import { bearer, startApiServer } from '../support/apiServer.ts'
import { addFirmware, addProduct } from '../support/catalogue.ts'
import { findCommit } from '../supply/commit.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

serverOnPostgres((server) => {
  const [admin] = signedIn(server, 'ROLE_ADMIN')
  let fileId: number

  beforeAll(async () => {
    const productId = await addProduct(admin)
    await addFirmware(admin, { productIds: [productId] })
    const [offered] = await admin.firmware.getAllForProductAndUser({ params: { productId } })
    fileId = offered?.firmwareFile.id ?? 0
  })

  it('says at /livez which build it is', async () => {
    const { version } = v.parse(v.object({ version: v.string() }), JSON.parse(await readFile('package.json', 'utf8')))
    expect(await (await server.requestAt('/livez')).json()).toEqual({ isAlive: true, version, commit: findCommit() })
  })

  it('protects every answer: calls, files, refusals, failures and what nobody serves, and names its build in those to calls', async () => {
    const answers = {
      call: await server.request('/configuration'),
      file: await server.request(`/file/showFileFromWeb?id=${fileId}`, { headers: bearer(admin) }),
      notModified: await server.request(`/file/showFileFromWeb?id=${fileId}`, { headers: { ...bearer(admin), 'if-none-match': '*' } }),
      refusal: await server.request('/user/getProfile'),
      invalid: await server.request('/api/login', { method: 'POST' }),
      unknown: await server.request('/nothing'),
      outside: await server.requestAt('/nothing'),
      health: await server.requestAt('/livez'),
    }
    expect(Object.values(answers).map(({ status }) => status)).toEqual([200, 200, 304, 401, 400, 404, 404, 200])
    for (const { headers } of Object.values(answers)) {
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringMatching(/^hid=\(self\), /),
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
      expect(headers.get('content-security-policy')).not.toContain('unsafe')
      expect([headers.get('x-powered-by'), headers.get('set-cookie')]).toEqual([null, null])
    }
    const { call, file, refusal, invalid, unknown } = answers
    const builds = [call, file, refusal, invalid, unknown].map(({ headers }) => headers.get('Fieldport-Build'))
    expect(new Set(builds).size).toBe(1)
    expect(builds[0]).toMatch(/^\d{7,}$/)
  })

  it('lets scripts, styles, workers and connections come from here alone', async () => {
    const csp = (await server.request('/configuration')).headers.get('content-security-policy')?.split('; ')
    expect(csp).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "worker-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ]),
    )
  })

  it('asks for https for ever where the portal has it, and only there', async () => {
    expect((await server.request('/configuration')).headers.get('strict-transport-security')).toBeNull()
    const secure = await startApiServer(server.context.db, { PUBLIC_URL: 'https://update.example.com' })
    const { headers } = await secure.request('/configuration')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    await secure.dispose()
  })

  it('lets nobody keep an answer that was meant for one person', async () => {
    for (const path of ['/user/getProfile', '/firmware/getAllForProductAndUser/1'])
      expect((await server.request(path, { headers: bearer(admin) })).headers.get('cache-control')).toBe('no-store')
  })

  it('gives each request a name of its own, whatever the client calls it', async () => {
    const mine = { headers: { 'x-request-id': 'mine' } }
    const answers = [await server.request('/configuration', mine), await server.request('/configuration', mine)]
    const names = answers.map(({ headers }) => headers.get('x-request-id'))
    expect(new Set(names).size).toBe(2)
    expect(names).not.toContain('mine')
  })
})
