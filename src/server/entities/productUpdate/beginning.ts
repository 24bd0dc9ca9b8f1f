/** When an update began, by the server's clock: computers' clocks differ, and a record may arrive long after its update. Knows no table. */
import { dayMs } from '../../limits/durations.ts'

export type Beginning = {
  readonly date: Date
  /** As the page sent it, by its computer's clock; null if it sent none. */
  readonly sentDate: Date | null
  /** The bounds of `date`; null if it is certain. */
  readonly beganFrom: Date | null
  readonly beganBy: Date | null
}

/** How far a computer's clock may be off, at most, without being recognised as wrong. */
const clockOffMaxMs = dayMs

/** `date` and `now` by the page's clock. Without `now`, as programs may send it, the beginning is known to a day. */
export function beginningOf({ date, now }: { date?: string | undefined; now?: string | undefined }, arrivedAt: Date): Beginning {
  if (date === undefined) return certain(arrivedAt, null)
  const sentDate = new Date(date)
  if (now !== undefined) return certain(earlierBy(Date.parse(now) - sentDate.getTime(), arrivedAt), sentDate)
  const isTooLate = sentDate.getTime() - clockOffMaxMs > arrivedAt.getTime()
  return {
    date: earlier(sentDate, arrivedAt),
    sentDate,
    beganFrom: isTooLate ? new Date(0) : new Date(sentDate.getTime() - clockOffMaxMs),
    beganBy: earlier(new Date(sentDate.getTime() + clockOffMaxMs), arrivedAt),
  }
}

function certain(date: Date, sentDate: Date | null): Beginning {
  return { date, sentDate, beganFrom: null, beganBy: null }
}

/** A clock that was set back in between makes the difference negative. */
function earlierBy(differenceMs: number, arrivedAt: Date): Date {
  return new Date(arrivedAt.getTime() - Math.max(0, differenceMs))
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}
