/** `npm start` and the commands in a project of a few files, with a stand-in for the build tool: what is built when, and what is said. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { refusal, runByOldNode } from './support/oldNode.ts'

let folder = ''
const runner = 'src/server/launch/buildAndRun.js'

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

/** As Vite does, a build leaves a server behind: one that says what it was made from and what it was given. */
const buildTool = `
  const { cpSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')
  console.log('built', process.argv.slice(2).join(' '))
  const say = 'console.log(' + JSON.stringify('made from ' + readFileSync('src/app.ts', 'utf8')) + ', process.argv.slice(2).join(" "))'
  mkdirSync('dist/server', { recursive: true })
  const scripts = Object.values(JSON.parse(readFileSync('package.json', 'utf8')).scripts)
  const commands = scripts.flatMap((script) => script.split('launch -- ').slice(1))
  for (const name of ['main', ...commands]) writeFileSync('dist/server/' + name + '.js', say)
  cpSync('src/server/launch.js', 'dist/server/launch.js')
  cpSync('${runner}', 'dist/server/launch/buildAndRun.js')
`
const installTools = () => write('node_modules/vite/bin/vite.js', buildTool)
const removeTools = () => rm(join(folder, 'node_modules'), { recursive: true })

/** Runs the script of package.json by its very words. */
function npmRun(script: string, ...parts: string[]) {
  const { stdout, stderr, status } = spawnSync('npm', ['run', '--silent', script, '--', ...parts], { cwd: folder, encoding: 'utf8' })
  // npm may grumble about its own settings.
  const lines = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('npm warn'))
  return { out: stdout.trim(), lines, status }
}

const whileBuilding = 'Building, because something changed since the last build …'

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fieldport-launch-'))
  await cp('package.json', join(folder, 'package.json'))
  await cp('src/server/launch.js', join(folder, 'src/server/launch.js'))
  await cp(runner, join(folder, runner))
  await write('src/app.ts', 'one')
  // A module, as the build tool's is; its package says otherwise than ours.
  await write('node_modules/vite/package.json', '{"type":"commonjs"}')
  await installTools()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('builds app and server at the first start, and again only when a source has changed', async () => {
  const build = ['built build --logLevel error', 'built build --ssr --logLevel error']
  expect(npmRun('start')).toEqual({ out: 'made from one', lines: [whileBuilding, ...build], status: 0 })
  expect(npmRun('start')).toEqual({ out: 'made from one', lines: [], status: 0 })
  await write('src/app.test.ts', 'a test is no part of it')
  expect(npmRun('start')).toEqual({ out: 'made from one', lines: [], status: 0 })
  await write('src/app.ts', 'two')
  expect(npmRun('start')).toEqual({ out: 'made from two', lines: [whileBuilding, ...build], status: 0 })
})

it('takes what npm run build has made, also in another folder and without the build tools', async () => {
  expect(npmRun('build')).toEqual({ out: 'built build\nbuilt build --ssr', lines: [], status: 0 })
  await removeTools()
  const moved = `${folder}-moved`
  await cp(folder, moved, { recursive: true })
  await rm(folder, { recursive: true })
  folder = moved
  expect(npmRun('start')).toEqual({ out: 'made from one', lines: [], status: 0 })
})

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const commandScripts = Object.keys(scripts).filter((name) => scripts[name]?.includes('launch -- '))

it('starts each command in the same way', () => {
  expect(commandScripts).toContain('create-admin')
  const others = commandScripts.filter((script) => {
    const [, command = ''] = /^npm run --silent launch -- (\w+)$/.exec(scripts[script] ?? '') ?? []
    return !existsSync(`src/server/commands/${command}.ts`)
  })
  expect(others).toEqual([])
})

it('gives a command its arguments, and keeps the build off its standard output', () => {
  const given = ['boss@example.com', '--users', '3', '-e', 'main']
  expect(npmRun('create-admin', ...given)).toMatchObject({ out: `made from one ${given.join(' ')}`, status: 0 })
  expect(npmRun('create-admin', ...given)).toEqual({ out: `made from one ${given.join(' ')}`, lines: [], status: 0 })
})

it('runs dist alone, without sources', async () => {
  npmRun('build')
  await removeTools()
  await rm(join(folder, 'src'), { recursive: true })
  await rm(join(folder, 'dist/built-from'))
  expect(npmRun('start')).toEqual({ out: 'made from one', lines: [], status: 0 })
  expect(npmRun('create-admin', 'boss@example.com')).toEqual({ out: 'made from one boss@example.com', lines: [], status: 0 })
})

it('runs a build that is older than the sources where it cannot build, and says so in one line', async () => {
  npmRun('build')
  await write('src/app.ts', 'two')
  await removeTools()
  expect(npmRun('start')).toEqual({
    out: 'made from one',
    lines: ['Running dist/ although it is older than the sources: the packages that build it are not installed (npm ci --include=dev).'],
    status: 0,
  })
})

it('says in one line what to do under a Node that is too old, and builds nothing', () => {
  expect(runByOldNode(join(folder, 'src/server/launch.js'))).toEqual(refusal)
  expect(npmRun('start').lines).toContain(whileBuilding)
})

it('says in one line what is missing where nothing is built and nothing can be', async () => {
  await removeTools()
  const line = 'Nothing is built in dist/, and the packages that build it are not installed. Run: npm ci --include=dev && npm run build'
  for (const script of ['start', 'create-admin']) expect(npmRun(script)).toEqual({ out: '', lines: [line], status: 1 })
  const noTools = 'The packages that build dist/ are not installed. Run: npm ci --include=dev'
  expect(npmRun('build')).toEqual({ out: '', lines: [noTools], status: 1 })
})

it('starts nothing after a build that failed, and builds again next time', async () => {
  npmRun('build')
  await write('node_modules/vite/bin/vite.js', 'process.exitCode = 3')
  await write('src/app.ts', 'two')
  const failed = { out: '', lines: [whileBuilding, 'The build failed; nothing was started.'], status: 1 }
  expect([npmRun('start'), npmRun('start')]).toEqual([failed, failed])
  await installTools()
  expect(npmRun('start')).toMatchObject({ out: 'made from two', status: 0 })
})
