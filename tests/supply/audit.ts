/**
 * `npm run audit`: asks the registry for known vulnerabilities of the packages that run in production, and fails on one that is high or
 * critical. Then names the direct dependencies that are behind their newest version. A registry that does not answer is no failure: that
 * is said, in a line.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { minVersion } from 'semver'
import * as v from 'valibot'
import { readLock } from './lockedPackages.ts'
import { readAudit } from './readAudit.ts'
import { newestThatFits, readBehind } from './readBehind.ts'

/** npm's own file: its command is a shell script on Windows, where a shell would read the `>` of a range. */
const { npm_execpath: npmFile } = process.env
if (npmFile === undefined) throw new Error('Start it by npm: npm run audit')

function npm(...args: readonly string[]): string {
  return spawnSync(process.execPath, [npmFile ?? '', ...args, '--json'], { encoding: 'utf8', timeout: 120_000 }).stdout
}

const { line, isBad } = readAudit(npm('audit', '--omit=dev'))
console.log(line)
process.exitCode = isBad ? 1 : 0

const { engines } = v.parse(v.object({ engines: v.object({ node: v.string() }) }), JSON.parse(readFileSync('package.json', 'utf8')))
const nodes = [minVersion(engines.node)?.version ?? '', process.versions.node]
const { packages } = readLock()
const behind = readBehind(npm('outdated'), packages)
if (behind === undefined) console.log('Not known what is behind: the package registry does not answer.')
else if (behind.length === 0) console.log('No direct dependency is behind its newest version.')
else console.log(`Behind their newest version; admitted is what Node ${nodes.join(' and ')} and the peers of other packages allow:`)
for (const one of behind ?? []) {
  const releases = npm('view', `${one.name}@>${one.installed}`, 'name', 'version', 'engines', 'peerDependencies')
  const admitted = newestThatFits(one, releases, packages, nodes) ?? 'unknown'
  console.log(`  ${one.name}: installed ${one.installed}, admitted ${admitted}, newest ${one.newest}`)
}
