/** Runs once before all browser tests: fills a data folder that each test server starts with a copy of. */
import { rm } from 'node:fs/promises'
import { filledFolder, startBuiltServer } from '../support/builtServer.ts'

export default async function prepareFolder(): Promise<() => Promise<void>> {
  const server = await startBuiltServer()
  // A clean stop, so that nothing has to be recovered.
  await server.stop()
  process.env[filledFolder] = server.dataDir
  return () => rm(server.dataDir, { recursive: true, force: true })
}
