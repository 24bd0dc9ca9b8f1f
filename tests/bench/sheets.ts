/** How long others wait while 50,000 warranty codes are generated and downloaded, with the embedded database. */
import { basePath } from '../../src/contract/basePath.ts'
import { warrantyCodesMax } from '../../src/contract/rules.ts'
import { warrantyCode } from '../../src/contract/warrantyCode.ts'
import { startBuiltServer } from '../support/builtServer.ts'
import { signIn } from './requestBlock.ts'
import { startProbe } from './startProbe.ts'

/** `worstMs`: the longest that `/livez` took meanwhile. */
export async function measureSheets() {
  const server = await startBuiltServer()
  const probe = startProbe(`${server.url}/livez`)
  try {
    const headers = { authorization: `Bearer ${await signIn(server.url)}` }
    async function secondsOf({ path }: { path: string }, form: Record<string, string>): Promise<number> {
      const startedAt = performance.now()
      const response = await fetch(server.url + basePath + path, { method: 'POST', body: new URLSearchParams(form), headers })
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      await response.arrayBuffer()
      return (performance.now() - startedAt) / 1000
    }
    // What Node has not compiled yet takes longer, once.
    await secondsOf(warrantyCode.generateCode, { nbCode: '500', isGifted: 'false' })
    await probe.longestWait()
    const generateSeconds = await secondsOf(warrantyCode.generateCode, { nbCode: String(warrantyCodesMax), isGifted: 'false' })
    const downloadSeconds = await secondsOf(warrantyCode.downloadExcelCodes, { filters: '[]' })
    return { generateSeconds, downloadSeconds, worstMs: await probe.longestWait() }
  } finally {
    await probe.end()
    await server.dispose()
  }
}
