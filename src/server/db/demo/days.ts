const dayMs = 24 * 60 * 60 * 1000

/** `days` may be negative or have a fraction. */
export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + Math.round(days * dayMs))
}

export function addYears(date: Date, years: number): Date {
  const moved = new Date(date)
  moved.setUTCFullYear(moved.getUTCFullYear() + years)
  return moved
}
