/** What package-lock.json brings: where it runs, under which licences, and what is said of it. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { satisfies, validRange } from 'semver'
import { describe, expect, it } from 'vitest'
import { findBuildNumber } from './supply/buildNumber.ts'
import { findCommit } from './supply/commit.ts'
import { isAllowed } from './supply/licenceRules.ts'
import { findFrom, readLock } from './supply/lockedPackages.ts'
import { readAudit } from './supply/readAudit.ts'
import { newestThatFits, readBehind } from './supply/readBehind.ts'
import { softwareBill } from './supply/softwareBill.ts'

const lock = readLock()

/** sharp's package for 32-bit Windows allows Node 20 alone. `pseudolocale` invents languages for Lingui, which the project does not use. */
const exempt = new Set(['node_modules/@img/sharp-win32-ia32', 'node_modules/pseudolocale'])

it('names no registry in the lock file, whichever one a contributor uses', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved"')
  expect(readFileSync('.npmrc', 'utf8')).toContain('omit-lockfile-registry-resolved=true')
})

it.each(['22.22.0', '24.21.0'])('no package refuses Node %s', (version) => {
  const refusing = lock.packages.filter(
    ({ path, node = '*' }) => !exempt.has(path) && !(validRange(node) !== null && satisfies(version, node)),
  )
  expect(refusing.map(({ path, node }) => `${path} asks for ${node}`)).toEqual([])
  expect(lock.packages.filter(({ node }) => node !== undefined).length).toBeGreaterThan(100)
})

it('runs on the Node of package.json where it is made for this machine, else on 22.22 or newer', () => {
  const { platform, arch } = process
  const packaged = lock.packages.find(({ name }) => name === `node-${platform === 'win32' ? 'win' : platform}-${arch}`)
  expect(packaged?.version ?? '24.21.0').toBe('24.21.0')
  const range = packaged?.version ?? '>=22.22'
  expect([process.versions.node, range]).toSatisfy(([version, wanted]) => satisfies(version, wanted))
  const dockerfile = readFileSync('Dockerfile', 'utf8')
  expect(dockerfile).toContain('FROM node:24.21.0-')
  expect(dockerfile).toMatch(/npm ci --omit=dev[^]*RUN rm -rf node_modules\/node-linux-\* node_modules\/\.bin\/node /)
})

it('leaves out no optional package where npm itself runs under Node 20, besides one that nobody asks for', () => {
  const left = lock.packages.filter(({ isOptional, node = '*' }) => isOptional && !satisfies('20.20.0', node))
  expect(left.filter(({ name }) => !name.startsWith('@lingui/native-tools-')).map(({ path }) => path)).toEqual([])
  expect(readFileSync('vite.config.ts', 'utf8')).not.toContain('macroTransform')
})

it('holds the packages for every system: some releases come without, and npm ci refuses the lock file once they follow', () => {
  const byPath = new Map(lock.packages.map((one) => [one.path, one]))
  const missing = lock.packages.flatMap(({ path, dependencies }) =>
    dependencies.filter((name) => findFrom(path, name, byPath) === undefined),
  )
  expect(missing).toEqual([])
  expect(lock.packages.map(({ name }) => name)).toContain('@tailwindcss/oxide-win32-x64-msvc')
})

it.each([
  ['some', 'MIT', true],
  ['some', '(MPL-2.0 OR Apache-2.0)', true],
  ['some', 'MIT AND ISC', true],
  ['some', 'GPL-3.0-only', false],
  ['some', 'MIT AND GPL-3.0-only', false],
  ['some', 'MIT OR ISC AND GPL-3.0-only', false],
  ['some', 'MIT AND (ISC OR GPL-3.0-only)', false],
  ['some', 'SEE LICENSE IN LICENSE.txt', false],
  ['some', undefined, false],
  ['some', 'LGPL-3.0-or-later', false],
  ['@img/sharp-win32-x64', 'Apache-2.0 AND LGPL-3.0-or-later', true],
  ['some', 'MPL-2.0', false],
  ['lightningcss-linux-x64-gnu', 'MPL-2.0', true],
])('a package %s under %s: allowed %s', (name, license, allowed) => {
  expect(isAllowed({ name, license })).toBe(allowed)
})

describe('the bill of materials', () => {
  const bill = softwareBill({ name: 'fieldport', version: '1.2.3', commit: 'abcdef1' }, lock, new Date(0))

  it('names every package that production installs, and none besides', () => {
    const refs = bill.components.map((component) => component['bom-ref'])
    expect(refs.toSorted()).toEqual(
      lock.packages
        .filter(({ isRuntime }) => isRuntime)
        .map(({ path }) => path)
        .toSorted(),
    )
    for (const name of ['pg', 'nodemailer', 'valibot', 'detect-libc', '@img/sharp-linux-x64'])
      expect(refs).toContain(`node_modules/${name}`)
    expect(refs).not.toContain('node_modules/vite')
    expect(bill.components.find(({ name }) => name === 'pglite')).toMatchObject({
      purl: expect.stringMatching(/^pkg:npm\/%40electric-sql\/pglite@\d/),
    })
  })

  it('finds each dependency where Node finds it', () => {
    const refs = new Set(bill.components.map((component) => component['bom-ref']))
    expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([])
    const [project] = bill.dependencies
    expect(project?.dependsOn).toEqual(lock.runtimeDependencies.map((name) => `node_modules/${name}`))
    expect(bill.dependencies.find(({ ref }) => ref === 'node_modules/sanitize-html')?.dependsOn).toContain(
      'node_modules/sanitize-html/node_modules/escape-string-regexp',
    )
  })

  it('says nothing of where packages were fetched, but which build it is', () => {
    expect(JSON.stringify({ ...bill, $schema: '' })).not.toMatch(/https?:/)
    expect(bill.metadata.component).toMatchObject({ version: '1.2.3', properties: [{ name: 'commit', value: 'abcdef1' }] })
  })
})

const withFlaw = (severity: string) => JSON.stringify({ vulnerabilities: { sharp: { name: 'sharp', severity, range: '<1' } } })

describe('the audit', () => {
  it.each(['high', 'critical'])('fails for a flaw that is %s', (severity) => {
    expect(readAudit(withFlaw(severity))).toEqual({ line: `Vulnerable: sharp <1 (${severity})`, isBad: true })
  })

  it('does not call clean what a registry without advisories answers', () => {
    const line = 'No advisories seen: the package registry named none.'
    expect(readAudit('{"vulnerabilities":{}}')).toEqual({ line, isBad: false })
  })

  it('counts lesser flaws', () => {
    expect(readAudit(withFlaw('moderate'))).toEqual({ line: 'Audited: 1 vulnerabilities, none high or critical.', isBad: false })
  })

  it.each([
    ['refuses', '{"message":"405 Method Not Allowed","statusCode":405}', ' (status 405)'],
    ['is away', '', ''],
    ['is away, as npm puts it', '{"error":{"code":"ENOTFOUND"}}', ''],
  ])('says so and goes on where the registry %s', (_, json, status) => {
    expect(readAudit(json)).toEqual({ line: `No advisories seen: the package registry does not answer${status}.`, isBad: false })
  })
})

const release = (version: string, rest = {}) => ({ name: 'react', version, ...rest })

describe('what is behind its newest version', () => {
  const installedOf = (name: string) => lock.packages.find(({ path }) => path === `node_modules/${name}`)?.version ?? ''
  const installed = installedOf('react')
  const react = { name: 'react', installed, newest: '99.2.0' }
  /** All packages that name React as a peer keep silent, for none of them knows version 99. */
  const packages = lock.packages.map((one) => ({ ...one, peers: {} }))
  const fits = (releases: unknown, among: typeof lock.packages = packages) =>
    newestThatFits(react, JSON.stringify(releases), among, ['22.22.0', '24.21.0'])

  it('is a package whose newest version comes after the one of the lock file', () => {
    const outdated = { react: { current: '1.0.0', latest: '99.2.0' }, valibot: { latest: '0.0.1' }, unknown: { latest: '1.0.0' } }
    expect(readBehind(JSON.stringify(outdated), lock.packages)).toEqual([react])
    expect(readBehind('{}', lock.packages)).toEqual([])
  })

  it.each(['', '{"error":{"code":"ENOTFOUND","summary":"no answer"}}'])('is unknown where the registry is away: %s', (json) => {
    expect(readBehind(json, lock.packages)).toBeUndefined()
    expect(newestThatFits(react, json, packages, [])).toBeUndefined()
  })

  it('may go as far as the oldest and the newest Node allow', () => {
    const releases = [release('99.1.0', { engines: { node: '^22.22 || >=24' } }), release('99.2.0', { engines: { node: '>=24' } })]
    expect(fits(releases)).toBe('99.1.0')
    expect(fits(releases.slice(1))).toBe(installed)
  })

  it('may go as far as its own peers allow, where they are installed', () => {
    const releases = [
      release('99.1.0', { peerDependencies: { valibot: installedOf('valibot'), unheardOf: '^1' } }),
      release('99.2.0', { peerDependencies: { valibot: '0.0.1' } }),
    ]
    expect(fits(releases)).toBe('99.1.0')
  })

  it('may go as far as those allow whose peer it is, and never beyond the newest', () => {
    const releases = [release('99.1.0'), release('99.10.0')]
    expect(fits(releases[0])).toBe('99.1.0')
    expect(fits(releases)).toBe('99.1.0')
    expect(fits(releases, lock.packages)).toBe(installed)
  })
})

describe('the commit of a build', () => {
  it('is what COMMIT says', () => {
    expect(findCommit({ COMMIT: '0123abc' })).toBe('0123abc')
    expect(() => findCommit({ COMMIT: 'yesterday' })).toThrow('COMMIT must be the hash of a commit')
  })

  it('is unknown in a copy without history', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fieldport-copy-'))
    expect(findCommit({}, folder)).toBeNull()
    rmSync(folder, { recursive: true })
  })
})

describe('the number of a build', () => {
  const noon = new Date('2020-01-02T12:00:59Z')

  it('is the minutes since 2020 of the commit, or what SOURCE_DATE_EPOCH says', () => {
    const commitSeconds = Number(spawnSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }).stdout)
    expect(findBuildNumber(noon, {})).toBe(Math.floor((commitSeconds - Date.UTC(2020, 0, 1) / 1000) / 60))
    expect(findBuildNumber(noon, { SOURCE_DATE_EPOCH: String(Date.UTC(2020, 0, 1, 1) / 1000 + 59) })).toBe(60)
  })

  it('is by the time of the build in a copy without history', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fieldport-copy-'))
    expect(findBuildNumber(noon, {}, folder)).toBe(36 * 60)
    rmSync(folder, { recursive: true })
  })
})
