/**
 * A copy of the build that a test may deploy anew: `release` makes another version of it, in which every part has a new name and the old
 * ones are gone, as after a real deploy. Lies below this project, so that the server finds its packages.
 */
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
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

/**
 * Never half of it: whoever reads in the middle finds all of a version under its names. Each file is there in full before another one names
 * it, the service worker's list comes last, and what was before goes after it.
 */
async function renameParts(app: string, release: string): Promise<void> {
  const assets = join(app, 'assets')
  const names = await readdir(assets)
  const renamed = names.map((name) => [name, name.replace(/(?:\.r-\w+)?(\.\w+)$/, `.r-${release}$1`)] as const)
  await Promise.all(renamed.map(([from, to]) => putPart(join(assets, from), join(assets, to), renamed)))
  await replace(join(app, 'index.html'), (text) => {
    const page = withNewNames(text, renamed)
    const released = /<meta name="release"[^>]*>/
    return released.test(page) ? page.replace(released, meta(release)) : page.replace('</title>', `</title>${meta(release)}`)
  })
  // The list of the precache names the page's version by a hash.
  await replace(join(app, 'serviceWorker.js'), (text) =>
    withNewNames(text, renamed).replace(/"revision":"[^"]*"(?=,"url":"index\.html")/, `"revision":"${release}"`),
  )
  await Promise.all(names.map((name) => rm(join(assets, name))))
}

type Renamed = readonly (readonly [string, string])[]

function withNewNames(text: string, renamed: Renamed): string {
  return renamed.reduce((changed, [from, to]) => changed.replaceAll(from, to), text)
}

async function putPart(from: string, to: string, renamed: Renamed): Promise<void> {
  if (/\.(?:js|css)$/.test(from)) await writeFile(to, withNewNames(await readFile(from, 'utf8'), renamed))
  else await copyFile(from, to)
}

/** In one step: it is the old text or the new one, never a part of it. */
async function replace(path: string, change: (text: string) => string): Promise<void> {
  const next = `${path}.next`
  await writeFile(next, change(await readFile(path, 'utf8')))
  await rename(next, path)
}

function meta(release: string): string {
  return `<meta name="release" content="${release}">`
}
