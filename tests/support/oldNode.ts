/** Starts a script under a Node that is too old for the portal. */
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { lt } from 'semver'
import { expect } from 'vitest'

/** This machine's own where it is that old, else the one that runs, under an old number. */
function findOldNode(): readonly [string, ...string[]] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const found = folders.map((folder) => join(folder, 'node')).find((path) => isOld(path))
  if (found !== undefined) return [found]
  const renumber = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`
  return [process.execPath, '--import', `data:text/javascript,${encodeURIComponent(renumber)}`]
}

function isOld(path: string): boolean {
  const { stdout, status } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return status === 0 && lt(stdout.trim(), '22.22.0')
}

export function runByOldNode(script: string): { out: string; complaint: string; code: number | null } {
  const [command, ...args] = findOldNode()
  const { stdout, stderr, status } = spawnSync(command, [...args, script], { encoding: 'utf8' })
  return { out: stdout, complaint: stderr, code: status }
}

const sentence =
  /^Fieldport needs Node 22\.22 or newer, and this is \d+\.\d+\.\d+\. Start it by npm, which runs the Node that "npm ci" has installed, or install a newer one\.\n$/

/** What each file that can be started does under it. */
export const refusal = { out: '', complaint: expect.stringMatching(sentence), code: 1 }
