/**
 * `npm run bench:downloads`: how long other requests wait, and how fast 200 clients download a firmware of 64 MiB from a bucket of Swift on
 * this computer: by its signed address, past the server, and by the server's own. `--clients`, `--seconds` for each. All share this
 * computer's cores, the bucket included. Runs the last build; needs Swift.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { basePath, imagePath } from '../../src/contract/basePath.ts'
import { startBuiltServer } from '../support/builtServer.ts'
import { contentOf, sha256Of } from '../support/contents.ts'
import { createBucket, startSwift } from '../support/swift.ts'
import { createSend, sendJson } from './capacityClient.ts'
import { print } from './report.ts'
import { signIn } from './requestBlock.ts'
import { startProbe } from './startProbe.ts'

const { values } = parseArgs({
  options: { clients: { type: 'string', default: '200' }, seconds: { type: 'string', default: '20' } },
})
const firmwareBytes = 64 * 1024 * 1024
const content = contentOf(firmwareBytes)

const swift = await startSwift()
const server = await startBuiltServer({ ...(await createBucket(swift.endpoint)), LOG_LEVEL: 'error' })
const probe = startProbe(`${server.url}${basePath}/configuration`)
try {
  const token = await signIn(server.url)
  await measure('nothing', null)
  await measure('signed', await publish(token))
  await measure('server', server.url + imagePath(sha256Of(content)))
} finally {
  await probe.end()
  await server.dispose()
  await swift.dispose()
}

/** Offers the firmware to all owners; returns its address in the bucket. */
async function publish(token: string): Promise<string> {
  const form = new FormData()
  const fields = { versionName: '64.0', language: 'English', isBetaTest: 'false', isActive: 'true', selectedProductIds: '1' }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new File([content], 'largest.bin'))
  const headers = { authorization: `Bearer ${token}` }
  const created = await fetch(`${server.url}${basePath}/firmware`, { method: 'POST', body: form, headers })
  if (!created.ok) throw new Error(`the firmware is refused: ${created.status} ${await created.text()}`)
  // The contract's answers.
  const { id } = (await created.json()) as { id: number }
  const send = createSend(server.url)
  const { firmwareFile } = await sendJson<{ firmwareFile: { id: number } }>(send, 'GET', `/firmware/${id}`, { token })
  const { url } = await sendJson<{ url: string | null }>(send, 'GET', `/file/getImageAddress?id=${firmwareFile.id}`, { token })
  if (url?.startsWith(swift.endpoint) !== true) throw new Error(`the bucket has no address for the firmware: ${String(url)}`)
  return url
}

async function measure(name: string, address: string | null): Promise<void> {
  const downloads = address === null ? null : fork(new URL('downloadProbe.ts', import.meta.url), [address, values.clients])
  if (downloads !== null) await once(downloads, 'message')
  await probe.longestWait()
  await new Promise((wake) => {
    setTimeout(wake, Number(values.seconds) * 1000)
  })
  print(`downloads.${name}.other_worst_ms`, await probe.longestWait())
  if (downloads === null) return
  downloads.send('how much?')
  const [megabytesPerSecond] = (await once(downloads, 'message')) as [number]
  print(`downloads.${name}.megabytes_per_second`, megabytesPerSecond)
  const exited = once(downloads, 'exit')
  downloads.disconnect()
  await exited
}
