import type { Page } from 'playwright'
import { startBuiltServer } from '../support/builtServer.ts'
import { startOrdinaryBrowser } from './ordinaryBrowser.ts'

/** Runs one measure on a new page of an ordinary browser, beside a server of the built app at `url`. Both end with it. */
export async function withBuiltApp<T>(measure: (page: Page, url: string) => Promise<T>): Promise<T> {
  const server = await startBuiltServer()
  const { context, close } = await startOrdinaryBrowser()
  try {
    return await measure(await context.newPage(), server.url)
  } finally {
    await close()
    await server.dispose()
  }
}
