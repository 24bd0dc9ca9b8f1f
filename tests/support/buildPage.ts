/** Builds one page of ours, apart from the app, for a test that needs the real worker and relay and nothing else of it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

/** `html` is the page's path. Its script and workers land beside it in `folder`. */
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
