/** How much JavaScript crosses the network, gzipped as a server would. Builds into folders of its own. */
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { startBuiltServer } from '../support/builtServer.ts'
import { startOrdinaryBrowser } from './ordinaryBrowser.ts'

/** All JavaScript that a browser with an empty cache loads to show the sign-in screen. Needs the build that `npm run build` makes. */
export async function loginJavaScriptBytes(): Promise<number> {
  const server = await startBuiltServer()
  const { context, close } = await startOrdinaryBrowser()
  try {
    const page = await context.newPage()
    const scripts = new Map<string, Promise<Buffer>>()
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (pathname.endsWith('.js')) scripts.set(pathname, response.body())
    })
    await page.goto(`${server.url}/login`, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Sign in' }).first().waitFor()
    const bodies = await Promise.all(scripts.values())
    return bodies.map(gzipBytes).reduce((sum, bytes) => sum + bytes, 0)
  } finally {
    await close()
    await server.dispose()
  }
}

/**
 * The device worker, and app/detector/device.ts with all it loads. Without React and the store, which every page loads with the router, and
 * without the simulated detector, which is loaded only when it is needed.
 */
export async function deviceJavaScriptBytes(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldport-bench-'))
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      worker: { format: 'es' },
      build: {
        outDir: folder,
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'es2023',
        rolldownOptions: {
          input: 'src/app/detector/device.ts',
          external: ['react', '@tanstack/react-store'],
          preserveEntrySignatures: 'strict',
        },
      },
    })
    const names = await readdir(join(folder, 'assets'))
    const counted = names.filter((name) => !/^(simulatedDetector|timer\.worker)-/.test(name))
    if (!counted.some((name) => name.startsWith('device.worker-'))) throw new Error(`no device worker among ${names.join(', ')}`)
    const bodies = await Promise.all(counted.map((name) => readFile(join(folder, 'assets', name))))
    return bodies.map(gzipBytes).reduce((sum, bytes) => sum + bytes, 0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function gzipBytes(body: Buffer): number {
  return gzipSync(body, { level: 9 }).length
}
