/**
 * `npm run audit`: asks the registry for known vulnerabilities of the packages that run in production, and fails on one that is high or
 * critical. A registry that does not answer such questions is no failure: that is said, in a line.
 */
import { spawnSync } from 'node:child_process'
import { readAudit } from './readAudit.ts'

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
  timeout: 120_000,
})
const { line, isBad } = readAudit(stdout)
console.log(line)
process.exitCode = isBad ? 1 : 0
