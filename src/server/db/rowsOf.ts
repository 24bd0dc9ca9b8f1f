/** Both drivers give `rows`; drizzle's common type does not say so. */
export function rowsOf(result: unknown): Record<string, unknown>[] {
  return (result as { rows: Record<string, unknown>[] }).rows
}
