/** When a scheduled backup is due. Pure. */
import type { ScheduledBackups } from '../installation/scheduledBackups.ts'
import { dayMs, hourMs } from '../limits/durations.ts'

/** 02:00 UTC: night in Europe, evening in America, and before the morning in Asia has ended. docs/operating.md says it too. */
const timeOfDayMs = 2 * hourMs
const retryMs = hourMs

/** At 02:00 UTC each day; later if no server ran then, or if the one of that time failed. */
export function isBackupDue({ made, failed }: ScheduledBackups, now: Date): boolean {
  const dueSince = Math.floor((now.getTime() - timeOfDayMs) / dayMs) * dayMs + timeOfDayMs
  if (made !== undefined && Date.parse(made.startedAt) >= dueSince) return false
  if (failed === undefined || Date.parse(failed.startedAt) < dueSince) return true
  return now.getTime() - Date.parse(failed.startedAt) >= retryMs
}
