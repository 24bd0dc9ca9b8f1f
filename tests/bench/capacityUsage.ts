/** What processes use of CPU and memory, by /proc: Linux only. */
import { readdir, readFile } from 'node:fs/promises'

/** Linux's USER_HZ. */
const ticksPerSecond = 100
const bytesPerMegabyte = 1_000_000

export async function cpuSeconds(serverPid: number, postmasterPid: number) {
  const { user, system } = process.cpuUsage()
  return {
    server: (await ticksOf(serverPid)).own / ticksPerSecond,
    database: (await ticksOfFamily(postmasterPid)) / ticksPerSecond,
    load: (user + system) / 1e6,
  }
}

/** Resident megabytes: now, and the most that they ever were. */
export async function memoryOf(pid: number): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kilobytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN)
  return { now: (kilobytes('VmRSS') * 1024) / bytesPerMegabyte, most: (kilobytes('VmHWM') * 1024) / bytesPerMegabyte }
}

async function ticksOf(pid: number): Promise<{ own: number; ofEndedChildren: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name of the program, in parentheses, may hold spaces. Behind it stand utime, stime, cutime, cstime as the 12th to 15th field.
  const [user, system, childUser, childSystem] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number)
  return { own: (user ?? 0) + (system ?? 0), ofEndedChildren: (childUser ?? 0) + (childSystem ?? 0) }
}

async function ticksOfFamily(pid: number): Promise<number> {
  const { own, ofEndedChildren } = await ticksOf(pid)
  const tasks = await readdir(`/proc/${pid}/task`)
  const children = await Promise.all(tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8')))
  const living = await Promise.all(
    children
      .join(' ')
      .trim()
      .split(/\s+/)
      .filter(Boolean)
      .map((child) => ticksOf(Number(child))),
  )
  return own + ofEndedChildren + living.reduce((sum, child) => sum + child.own, 0)
}
