/** Both drivers return `rows`; drizzle's common type omits it. */
export function rowsOf(result: unknown): Record<string, unknown>[] {
  return (result as { rows: Record<string, unknown>[] }).rows
}
