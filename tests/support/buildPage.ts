/** Builds a single page, for tests that need the real worker and relay but not the app. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

/** `html` is the page's path. Its script and workers are written to `folder`, beside it. */
export async function buildPage(html: string): Promise<{ folder: string; dispose: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldport-page-'))
  await build({
    configFile: false,
    root: join(html, '..'),
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir: folder, emptyOutDir: true, target: 'es2023', rolldownOptions: { input: html } },
  })
  return { folder, dispose: () => rm(folder, { recursive: true, force: true }) }
}
