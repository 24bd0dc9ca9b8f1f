/** Before all browser tests: one first start, whose data folder each server of the tests then begins with a copy of. */
import { rm } from 'node:fs/promises'
import { filledFolder, startBuiltServer } from '../support/builtServer.ts'

export default async function prepareFolder(): Promise<() => Promise<void>> {
  const server = await startBuiltServer()
  // A clean stop, so that nothing is left to replay.
  await server.stop()
  process.env[filledFolder] = server.dataDir
  return () => rm(server.dataDir, { recursive: true, force: true })
}
