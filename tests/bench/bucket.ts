/** `npm run bench:bucket`: how long a firmware of 4 MiB takes into a bucket of Swift on this computer and back, median of 20. Needs Swift. */
import { readConfig } from '../../src/server/config/readConfig.ts'
import { openStorage } from '../../src/server/files/openStorage.ts'
import { contentOf, readAll, sha256Of } from '../support/contents.ts'
import { createBucket, startSwift } from '../support/swift.ts'
import { median } from './averages.ts'
import { finish, print } from './report.ts'

const rounds = 20
const firmwareBytes = 4 * 1024 * 1024

const swift = await startSwift()
try {
  const storage = await openStorage(readConfig({ ...(await createBucket(swift.endpoint)) }))
  const times: Record<'put' | 'get' | 'repeated_put', number[]> = { put: [], get: [], repeated_put: [] }
  for (let round = 0; round < rounds; round += 1) {
    const content = contentOf(firmwareBytes, round)
    times.put.push(await timeOf(() => storage.put(content)))
    times.get.push(await timeOf(() => readAll(storage, sha256Of(content))))
    times.repeated_put.push(await timeOf(() => storage.put(content)))
  }
  for (const [name, values] of Object.entries(times)) print(`bucket.${name}_4_mib_ms`, median(values))
} finally {
  await swift.dispose()
}
finish()

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
