const dayMs = 24 * 60 * 60 * 1000

/** `days` may be negative or have a fraction. */
export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + Math.round(days * dayMs))
}

/** The calendar day of an instant, as purchase dates are kept: its midnight in UTC. */
export function startOfDay(date: Date): Date {
  return new Date(Math.floor(date.getTime() / dayMs) * dayMs)
}
