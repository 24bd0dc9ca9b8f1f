/** The five characters by which PostgreSQL says what went wrong ("40P01"), or undefined for other errors. Drizzle wraps the driver's error. */
export function sqlStateOf(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)) return error.code
  }
  return undefined
}
