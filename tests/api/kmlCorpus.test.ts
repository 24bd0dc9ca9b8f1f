// @module-tag rest
/** Zone files of every kind on a real connection: each is saved or refused with its message, and others are answered meanwhile. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, createApi } from '../../src/app/api/createApi.ts'
import { errorMessages } from '../../src/app/i18n/errorMessages.ts'
import { basePath } from '../../src/contract/contract.ts'
import { AppError } from '../../src/errors.ts'
import { createApp } from '../../src/server/app.ts'
import { files, rallyZones } from '../../src/server/db/tables.ts'
import { listen } from '../../src/server/http/listen/listen.ts'
import { inSandbox } from '../../src/server/sandbox/inSandbox.ts'
import { freePort } from '../support/freePort.ts'
import { kmlCorpus } from '../support/kmlCorpus.ts'
import { serverOnPostgres } from '../support/servers.ts'

serverOnPostgres((server) => {
  let api: Api
  let stop: (() => Promise<void>) | undefined

  beforeAll(async () => {
    const port = await freePort()
    stop = (await listen(createApp(server.context), { host: '127.0.0.1', port, drainSeconds: 0 })).finish
    const { held } = await server.signInAs('ROLE_ADMIN')
    const session = { read: () => held.current, write: () => undefined, end: () => undefined }
    api = createApi({ fetch, baseUrl: `http://127.0.0.1:${port}${basePath}`, session })
  })
  afterAll(() => stop?.())

  const create = (title: string, zoneFile: File[]) => api.rallyZone.create({ body: { title, enabled: true, zoneFile } })
  const shapesOf = async (id: number) => (await api.rallyZone.getShapes({ params: { id } })).features.map(({ geometry }) => geometry.type)
  const countStored = async (title: string) => ({
    zones: await server.context.db.$count(rallyZones, eq(rallyZones.title, title)),
    files: await server.context.db.$count(files),
  })

  it.each(kmlCorpus)('$name', async ({ name, expected, file }) => {
    const { files: filesBefore } = await countStored(name)
    const answers: (readonly string[] | string | undefined)[] = []
    void create(name, [file()])
      .then(({ id }) => shapesOf(id))
      .catch(wordsOf)
      .then((answer) => answers.push(answer))
    // A call that fails meanwhile fails the test.
    while (answers.length === 0) await api.user.getProfile()
    expect(answers).toEqual([expected])
    const count = typeof expected === 'string' ? 0 : 1
    expect(await countStored(name)).toEqual({ zones: count, files: filesBefore + count })
  })

  it('keep nobody waiting: a call that comes while files are read is answered before them', async () => {
    const slow = kmlCorpus.filter(({ name }) => name === 'megabytes of elements')
    const slowFiles = Array.from({ length: 4 }, () => slow.map(({ file }) => file())).flat()
    const answered: string[] = []
    const refusal = create('Slow', slowFiles)
      .catch(wordsOf)
      .finally(() => answered.push('files'))
    await Promise.race([untilSandboxIsBusy(), refusal])
    await api.user.getProfile()
    answered.push('call')
    await refusal
    expect(answered).toEqual(['call', 'files'])
  })
})

/** Tries to have a turn: whoever has to wait for one has found it busy. */
async function untilSandboxIsBusy(): Promise<void> {
  for (let isBusy = false; !isBusy;) {
    isBusy = true
    const turn = inSandbox(0, 'countPages', () => {
      isBusy = false
      return [new Uint8Array()]
    })
    if (!isBusy) await turn
  }
}

/** What the form shows at the field of the files. */
function wordsOf(error: unknown): string | undefined {
  if (!(error instanceof AppError) || error.invalidField !== 'zoneFile') return String(error)
  return errorMessages[error.code].message
}
