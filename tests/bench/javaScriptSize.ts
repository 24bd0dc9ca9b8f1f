/** How much JavaScript crosses the network, gzipped as a server would. Builds into folders of its own. */
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { gzipBytes, countLoaded } from './loadedBytes.ts'
import { withBuiltApp } from './withBuiltApp.ts'

/** The chunks that the sign-in screen loads once it is painted (app/browser/afterPaint.ts). By name: a busy machine reports its paints late. */
const afterFirstPaint = /\/(?:PasskeySignIn|passkey)-/

function isLate(path: string): boolean {
  return afterFirstPaint.test(path)
}

/**
 * All JavaScript that a browser with an empty cache loads for the sign-in screen: what shows it, and what follows. Needs the build that
 * `npm run build` makes.
 */
export function loginJavaScriptBytes(): Promise<{ readonly toShow: number; readonly afterwards: number }> {
  return withBuiltApp(async (page, url) => {
    const loadedBytes = countLoaded(page, /\.js$/)
    await page.goto(`${url}/login`, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Sign in', exact: true }).first().waitFor()
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/passkey-')))
    await page.waitForLoadState('networkidle')
    return { toShow: await loadedBytes((path) => !isLate(path)), afterwards: await loadedBytes(isLate) }
  })
}

/**
 * The device worker, and app/detector/device.ts with all it loads. Without what every page has in its entrance (React, the store, the codes of
 * failures), and without the simulated detector, which is loaded only when it is needed.
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
          external: ['react', '@tanstack/react-store', /\/src\/errors\.ts$/],
          preserveEntrySignatures: 'strict',
        },
      },
    })
    const names = await readdir(join(folder, 'assets'))
    const counted = names.filter((name) => !/^(simulatedDetector|timer\.worker)-/.test(name))
    if (!counted.some((name) => name.startsWith('device.worker-'))) throw new Error(`no device worker among ${names.join(', ')}`)
    return gzipBytes(await Promise.all(counted.map((name) => readFile(join(folder, 'assets', name)))))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
