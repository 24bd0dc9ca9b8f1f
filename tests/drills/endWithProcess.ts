/** Every process that a drill has started ends with it, whatever ends it: an error, Ctrl-C, SIGTERM, or itself. Linux only: it reads /proc. */
import { readdirSync, readFileSync } from 'node:fs'

const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const
const daemons = new Set<() => number>()

/** Also one that is no descendant any more. `pid` throws while it does not run. */
export function endDaemonWithProcess(pid: () => number): void {
  daemons.add(pid)
}

export function endChildrenWithProcess(): void {
  for (const [signal, code] of Object.entries(signals)) process.once(signal, () => process.exit(code))
  process.once('exit', () => {
    for (const pid of daemons) quietly(() => endTree(pid()))
    for (const child of childrenOf(process.pid)) endTree(child)
  })
}

/** The parent first, so that it starts no others. */
export function endTree(pid: number): void {
  const children = childrenOf(pid)
  quietly(() => process.kill(pid, 'SIGKILL'))
  for (const child of children) endTree(child)
}

/** It and all that it has started. */
export function treeOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(treeOf)]
}

function childrenOf(pid: number): number[] {
  const tasks = `/proc/${pid}/task`
  const found = quietly(() => readdirSync(tasks).flatMap((task) => readFileSync(`${tasks}/${task}/children`, 'utf8').split(' ')))
  return (found ?? []).filter((text) => text !== '').map(Number)
}

/** It may have ended a moment ago. */
function quietly<T>(attempt: () => T): T | undefined {
  try {
    return attempt()
  } catch {
    return undefined
  }
}
