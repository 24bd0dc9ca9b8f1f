/** When a scheduled backup is due. Pure. */
import type { ScheduledBackups } from '../installation/scheduledBackups.ts'
import { dayMs, hourMs } from '../limits/durations.ts'

/** 02:00 UTC: night in Europe, evening in America, and before the morning in Asia has ended. docs/operating.md says it too. */
const timeOfDayMs = 2 * hourMs
const retryMs = hourMs

/** The last 02:00 UTC. */
function dueSince(now: Date): number {
  return Math.floor((now.getTime() - timeOfDayMs) / dayMs) * dayMs + timeOfDayMs
}

export function nextBackup(now: Date): Date {
  return new Date(dueSince(now) + dayMs)
}

/** Whether that of the day was made: by a server, or by somebody at the shell. */
export function isBackupMade({ made }: ScheduledBackups, now: Date): boolean {
  return made !== undefined && Date.parse(made.startedAt) >= dueSince(now)
}

/** When one that failed is tried again: after an hour, and at its time on the next day. */
export function retryBackup(now: Date): Date {
  return new Date(Math.min(now.getTime() + retryMs, nextBackup(now).getTime()))
}
