/** The commit that is tested, and what has changed since the day before. From the commit alone, so that it has one selection everywhere. */
import { execFileSync } from 'node:child_process'
import type { Change } from './selectTests.ts'

/** `base`: the newest commit of the main line that is a day older, or why there is none. */
export type TestedCommit =
  | { readonly base: string; readonly quarter: number; readonly changes: readonly Change[] }
  | { readonly base: null; readonly why: string }

const daySeconds = 86_400

export function readTestedCommit(folder = process.cwd()): TestedCommit {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
  try {
    if (git('rev-parse', '--is-shallow-repository') !== 'false') return { base: null, why: 'this clone is shallow' }
    const [commit = '', committedAt = ''] = git('log', '-1', '--format=%H %ct').split(' ')
    const before = Number(committedAt) - daySeconds
    const line = git('log', '--first-parent', '--format=%H %ct').split('\n')
    const base = line.map((one) => one.split(' ')).find(([, at]) => Number(at) <= before)?.[0]
    if (base === undefined) return { base: null, why: 'no commit is a day older' }
    return { base, quarter: Number(BigInt(`0x${commit}`) % 4n), changes: changesSince(base, git) }
  } catch {
    return { base: null, why: 'there is no history' }
  }
}

/** What is not committed counts too. */
function changesSince(base: string, git: (...args: readonly string[]) => string): Change[] {
  const changed = lines(git('diff', '--name-status', '--no-renames', '-z', base))
  const pairs = changed.flatMap((state, index) => (index % 2 === 0 ? [{ path: changed[index + 1] ?? '', isGone: state === 'D' }] : []))
  const added = lines(git('ls-files', '--others', '--exclude-standard', '-z'))
  return [...pairs, ...added.map((path) => ({ path, isGone: false }))]
}

function lines(text: string): string[] {
  return text.split('\0').filter((line) => line !== '')
}
