const dayMs = 24 * 60 * 60 * 1000

/** `days` may be negative or fractional. */
export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + Math.round(days * dayMs))
}

/** Midnight UTC of that day, which is how purchase dates are stored. */
export function startOfDay(date: Date): Date {
  return new Date(Math.floor(date.getTime() / dayMs) * dayMs)
}
