/**
 * Runs a built command (`main` is the server) and first builds what is missing or older than the sources. Plain JavaScript, because it must
 * run in a fresh clone and in a production installation without development packages. The build copies it to dist/server, where it runs
 * without sources. The scripts in package.json use whichever copy exists: a fresh clone has no dist, and a copy of dist has no src. Knows
 * nothing about the commands.
 *
 * `launch.js COMMAND [ARGUMENTS]`; `launch.js build` always builds.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// src/server/launch is as deep as dist/server/assets, where the build puts this.
const root = join(import.meta.dirname, '../../..')
/** Holds the hash of the inputs of the last complete build. */
const markPath = join(root, 'dist/built-from')
const vitePath = join(root, 'node_modules/vite/bin/vite.js')
const inputs = [
  'src',
  'workers',
  'locales',
  'public',
  'index.html',
  'vite.config.ts',
  'lingui.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/**
 * @param {string} name relative to the root, so that a copy of the tree elsewhere has the same hash
 * @returns {string[]}
 */
function filesUnder(name) {
  const path = join(root, name)
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return /\.test\.tsx?$/.test(name) ? [] : [name]
  return readdirSync(path)
    .toSorted()
    .flatMap((child) => filesUnder(`${name}/${child}`))
}

function hashInputs() {
  const hash = createHash('sha256')
  for (const name of inputs.flatMap(filesUnder)) hash.update(`${name}\0`).update(readFileSync(join(root, name)))
  // Vite writes VITE_… variables into the app.
  const names = Object.keys(process.env).filter((name) => name.startsWith('VITE_'))
  for (const name of names.toSorted()) hash.update(`${name}=${process.env[name]}\0`)
  return hash.digest('hex')
}

/** @param {'inherit' | 2} output where to send the build's standard output */
function build(output) {
  if (!existsSync(vitePath)) fail('The packages that build dist/ are not installed. Run: npm ci --include=dev')
  const madeFrom = hashInputs()
  rmSync(markPath, { force: true })
  // 700 lines of file names and sizes would hide what the command says.
  const quiet = output === 2 ? ['--logLevel', 'error'] : []
  for (const part of [[], ['--ssr']]) {
    // Standard input may hold a password for the command.
    const { status } = spawnSync(process.execPath, [vitePath, 'build', ...part, ...quiet], {
      cwd: root,
      stdio: ['ignore', output, 'inherit'],
    })
    if (status !== 0) fail('The build failed; nothing was started.')
  }
  writeFileSync(markPath, madeFrom)
}

/** @param {string} commandPath */
function buildIfNeeded(commandPath) {
  const isBuilt = existsSync(commandPath)
  // A copy of dist has no sources to compare with.
  if (isBuilt && !existsSync(join(root, 'src'))) return
  if (isBuilt && existsSync(markPath) && readFileSync(markPath, 'utf8') === hashInputs()) return
  if (existsSync(vitePath)) {
    console.error('Building, because something changed since the last build …')
    // Standard output belongs to the command.
    build(2)
  } else if (isBuilt) {
    console.error(
      'Running dist/ although it is older than the sources: the packages that build it are not installed (npm ci --include=dev).',
    )
  } else {
    fail('Nothing is built in dist/, and the packages that build it are not installed. Run: npm ci --include=dev && npm run build')
  }
}

/**
 * @param {string} line
 * @returns {never}
 */
function fail(line) {
  console.error(line)
  process.exit(1)
}

// Started by `node -e` (package.json), which adds no script path to the arguments, or by its path.
const [command = 'main', ...rest] = process.argv.slice(/[\\/]launch\.js$/.test(process.argv[1] ?? '') ? 2 : 1)
if (command === 'build') {
  build('inherit')
} else {
  const commandPath = join(root, `dist/server/${command}.js`)
  buildIfNeeded(commandPath)
  process.chdir(root)
  process.argv = [process.execPath, commandPath, ...rest]
  await import(pathToFileURL(commandPath).href)
}
