/**
 * Part of compose.sh: what people meet at the portal at CONTAINER_URL, at one moment of the day. `visit.ts SCENE [ADDRESS...]`, as the
 * administrator ADMIN_EMAIL with ADMIN_PASSWORD. Fails where it is not what docs/operating.md promises.
 */
import assert from 'node:assert/strict'
import { createApi } from '../../../src/app/api/createApi.ts'
import type { LoginSession } from '../../../src/contract/authentication.ts'
import { basePath } from '../../../src/contract/basePath.ts'
import { asAppError } from '../../../src/errors.ts'
import { firmwareBody } from '../../support/catalogue.ts'
import { firmwareOfDrill } from '../firmwareOfDrill.ts'

const { CONTAINER_URL: url = '', ADMIN_EMAIL: username = '', ADMIN_PASSWORD: password = '' } = process.env
const [scene = '', ...given] = process.argv.slice(2)

const held: { current: LoginSession | null } = { current: null }
/** Of the last answer. */
let status = 0
const api = createApi({
  fetch: async (input, init) => {
    const answer = await fetch(input, init)
    status = answer.status
    return answer
  },
  baseUrl: url + basePath,
  session: { read: () => held.current, write: (fresh) => void (held.current = fresh), end: () => undefined },
})

const signIn = async () => void (held.current = await api.authentication.login({ body: { username, password } }))
const ready = async () => (await fetch(`${url}/readyz`)).status

/** The first page, the newest first. */
function newest() {
  return { perPage: 50, currentPage: 1, sortBy: 'id', sortDesc: true, search: undefined, searchSerial: undefined } as const
}

/** The file that flashInContainer.ts has published comes back as it was. */
async function download(): Promise<string> {
  const { items } = await api.firmware.getB122TableResults({ body: { ...newest(), filters: [] } })
  const row = items.find(({ versionName }) => versionName === firmwareOfDrill.versionName)
  assert.ok(row, 'the firmware is not listed')
  const { firmwareFile } = await api.firmware.get({ params: { id: row.id } })
  const answer = await api.file.showFileFromWeb({ query: { id: firmwareFile.id, username: undefined } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  assert.ok(bytes.equals(firmwareOfDrill.file), 'another file')
  return `${bytes.length} bytes as published`
}

const refusal = async (call: () => Promise<unknown>) =>
  call().then(
    () => assert.fail('this was taken'),
    (error: unknown) => `${status} ${asAppError(error).code}`,
  )

const unavailable = '503 service.unavailable.error'

const scenes: Readonly<Record<string, () => Promise<string>>> = {
  well: async () => {
    await signIn()
    assert.equal(await ready(), 200)
    return `signed in, ${await download()}`
  },
  addresses: async () => {
    await signIn()
    const { items } = await api.securityEvent.getB122TableResults({ body: { ...newest(), filters: [] } })
    const refused = items.filter(({ kind }) => kind === 'signInRefused').map(({ address }) => address)
    for (const address of given) assert.ok(refused.includes(address), `${address} is not in the security log, but ${refused.join(', ')}`)
    return `refused sign-ins of ${given.join(' and ')}`
  },
  withoutBucket: async () => {
    await signIn()
    assert.equal(await ready(), 200)
    const upload = await refusal(() => api.firmware.create({ body: firmwareBody({ versionName: '9.9', bytes: new Uint8Array(4096) }) }))
    const answer = await refusal(download)
    assert.deepEqual([upload, answer], [unavailable, unavailable])
    return `upload and download ${unavailable}; sign-in and /readyz 200`
  },
  withoutDatabase: async () => {
    const [call, probe] = [await refusal(signIn), await ready()]
    assert.deepEqual([call, probe], [unavailable, 503])
    return `sign-in ${unavailable}; /readyz ${probe}`
  },
}

const play = scenes[scene]
assert.ok(play, `the scenes are ${Object.keys(scenes).join(', ')}`)
console.log(await play())
