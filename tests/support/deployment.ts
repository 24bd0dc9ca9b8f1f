/**
 * A copy of the build to which a test can deploy new versions: `release` renames every chunk and removes the old ones, as a real deploy
 * does. It is inside the project folder, so that the server finds its packages.
 */
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { BuiltServer } from './builtServer.ts'

export type Deployment = BuiltServer & {
  /** Replaces the app with another version while the server keeps running. The page has the version in <meta name="release">. */
  readonly release: (name: string, worker?: Worker) => Promise<void>
}

/** `old`: a cache on the way answers with the service worker of the version before. */
type Worker = 'new' | 'old'

/** `start` starts a server of the build in that folder. */
export async function startDeployment(start: (build: string) => Promise<BuiltServer>): Promise<Deployment> {
  const parent = resolve('node_modules/.cache')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'deployment-'))
  // The precompressed files contain the old names.
  await cp('dist', folder, { recursive: true, filter: (path) => !/\.(?:br|gz)$/.test(path) })
  const server = await start(folder)
  return {
    ...server,
    release: (name, worker = 'new') => renameParts(join(folder, 'app'), name, worker),
    dispose: async () => {
      await server.dispose()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Atomic for readers: each file is complete before another one refers to it, the service worker's list is written last, and old files are
 * removed after that.
 */
async function renameParts(app: string, release: string, worker: Worker): Promise<void> {
  const assets = join(app, 'assets')
  // The bundler's runtime is the same in every version.
  const names = (await readdir(assets)).filter((name) => !name.startsWith('rolldown-runtime-'))
  const renamed = names.map((name) => [name, name.replace(/(?:\.r-\w+)?(\.\w+)$/, `.r-${release}$1`)] as const)
  await Promise.all(renamed.map(([from, to]) => putPart(join(assets, from), join(assets, to), renamed)))
  await replace(join(app, 'index.html'), (text) => {
    const page = withNewNames(text, renamed)
    const released = /<meta name="release"[^>]*>/
    return released.test(page) ? page.replace(released, meta(release)) : page.replace('</title>', `</title>${meta(release)}`)
  })
  if (worker === 'new') await writeWorker(app, release, renamed)
  await Promise.all(names.map((name) => rm(join(assets, name))))
}

/** From the build's own, as a release may have left it out. */
async function writeWorker(app: string, release: string, renamed: Renamed): Promise<void> {
  const built = await readFile('dist/app/serviceWorker.js', 'utf8')
  const fromBuilt = renamed.map(([, to]) => [to.replace(`.r-${release}`, ''), to] as const)
  const worker = withNewNames(built, fromBuilt).replace(/"revision":"[^"]*"(?=,"url":"index\.html")/, `"revision":"${release}"`)
  await replace(join(app, 'serviceWorker.js'), () => worker)
}

type Renamed = readonly (readonly [string, string])[]

function withNewNames(text: string, renamed: Renamed): string {
  return renamed.reduce((changed, [from, to]) => changed.replaceAll(from, to), text)
}

async function putPart(from: string, to: string, renamed: Renamed): Promise<void> {
  if (/\.(?:js|css)$/.test(from)) await writeFile(to, withNewNames(await readFile(from, 'utf8'), renamed))
  else await copyFile(from, to)
}

/** Atomic: readers see the old text or the new one, never a part. */
async function replace(path: string, change: (text: string) => string): Promise<void> {
  const next = `${path}.next`
  await writeFile(next, change(await readFile(path, 'utf8')))
  await rename(next, path)
}

function meta(release: string): string {
  return `<meta name="release" content="${release}">`
}
