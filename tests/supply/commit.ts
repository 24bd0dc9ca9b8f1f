/** The commit that a build bears: the variable COMMIT, or else git's; null where there is neither, as in a copy without history. */
import { spawnSync } from 'node:child_process'

export function findCommit(environment: Readonly<Record<string, string | undefined>> = process.env, folder = '.'): string | null {
  const { COMMIT: given = '' } = environment
  if (/^[0-9a-f]{7,64}$/.test(given)) return given
  if (given !== '') throw new Error('COMMIT must be the hash of a commit: 7 to 64 characters, 0 to 9 and a to f')
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return status === 0 ? stdout.trim() : null
}
