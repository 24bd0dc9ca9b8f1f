/** `npm start`: builds app and server where something changed since the last build, then runs the server in this process. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../..')
const serverPath = join(root, 'dist/server/main.js')
/** Holds the hash of what the last complete build was made from. */
const markPath = join(root, 'dist/built-from')
const inputs = ['src', 'workers', 'locales', 'public', 'index.html', 'vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json']

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesUnder(join(path, name)))
}

function hashInputs(): string {
  const hash = createHash('sha256')
  for (const path of inputs.flatMap((name) => filesUnder(join(root, name)))) hash.update(`${path}\0`).update(readFileSync(path))
  // VITE_… variables are written into the app.
  for (const [name, value] of Object.entries(process.env).toSorted()) if (name.startsWith('VITE_')) hash.update(`${name}=${value}\0`)
  return hash.digest('hex')
}

const wanted = hashInputs()
const isBuilt = existsSync(serverPath) && existsSync(markPath) && readFileSync(markPath, 'utf8') === wanted
if (!isBuilt) {
  console.log('Building, because something changed since the last build …')
  rmSync(markPath, { force: true })
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) {
    console.error('The build failed; nothing was started.')
    process.exit(1)
  }
  writeFileSync(markPath, wanted)
}
process.chdir(root)
await import(pathToFileURL(serverPath).href)
