/** Counts working days, Monday to Friday in UTC; holidays differ from country to country and are not left out. */
import { dayMs } from '../../limits/durations.ts'

const saturday = 6
const sunday = 0

/** The same time of day, so many working days earlier. */
export function workingDaysBefore(now: Date, days: number): Date {
  let moment = now
  for (let left = days; left > 0;) {
    moment = new Date(moment.getTime() - dayMs)
    if (moment.getUTCDay() !== saturday && moment.getUTCDay() !== sunday) left -= 1
  }
  return moment
}
