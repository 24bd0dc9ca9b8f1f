export function rowsOf(result: unknown): Record<string, unknown>[] {
  // Both drivers return `rows`; drizzle's common type omits it.
  return (result as { rows: Record<string, unknown>[] }).rows
}
