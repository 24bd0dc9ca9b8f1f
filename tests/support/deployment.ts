/**
 * A copy of the build that a test may deploy anew: `release` makes another version of it, in which every part has a new name and the old
 * ones are gone, as after a real deploy. Lies below this project, so that the server finds its packages.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type BuiltServer, startBuiltServer } from './builtServer.ts'

export type Deployment = BuiltServer & {
  /** Puts another version of the app in the place of this one; the server goes on. Its page says which in <meta name="release">. */
  readonly release: (name: string) => Promise<void>
}

export async function startDeployment(environment: Record<string, string> = {}): Promise<Deployment> {
  const parent = resolve('node_modules/.cache')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'deployment-'))
  // What was compressed beforehand says the old names.
  await cp('dist', folder, { recursive: true, filter: (path) => !/\.(?:br|gz)$/.test(path) })
  const server = await startBuiltServer(environment, folder)
  return {
    ...server,
    release: (name) => renameParts(join(folder, 'app'), name),
    dispose: async () => {
      await server.dispose()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function renameParts(app: string, release: string): Promise<void> {
  const assets = join(app, 'assets')
  const names = await readdir(assets)
  const renamed = names.map((name) => [name, name.replace(/(?:\.r-\w+)?(\.\w+)$/, `.r-${release}$1`)] as const)
  await Promise.all(renamed.map(([from, to]) => rename(join(assets, from), join(assets, to))))
  const texts = [
    ...renamed.map(([, name]) => join(assets, name)).filter((path) => /\.(?:js|css)$/.test(path)),
    join(app, 'index.html'),
    join(app, 'serviceWorker.js'),
  ]
  await Promise.all(texts.map((path) => rewrite(path, renamed, release)))
}

async function rewrite(path: string, renamed: readonly (readonly [string, string])[], release: string): Promise<void> {
  let text = await readFile(path, 'utf8')
  for (const [from, to] of renamed) text = text.replaceAll(from, to)
  if (path.endsWith('index.html')) {
    const released = /<meta name="release"[^>]*>/
    text = released.test(text) ? text.replace(released, meta(release)) : text.replace('</title>', `</title>${meta(release)}`)
  }
  // The list of the precache names the page's version by a hash.
  if (path.endsWith('serviceWorker.js')) text = text.replace(/"revision":"[^"]*"(?=,"url":"index\.html")/, `"revision":"${release}"`)
  await writeFile(path, text)
}

function meta(release: string): string {
  return `<meta name="release" content="${release}">`
}
