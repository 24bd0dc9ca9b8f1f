import { DrizzleQueryError } from 'drizzle-orm'

/** What an error says. What only passes another one on is left out: fetch, a query with its parameters, a host's several addresses. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  if (!(error instanceof Error)) return String(error)
  const isWrapper = error instanceof DrizzleQueryError || error.message === 'fetch failed'
  return isWrapper && error.cause !== undefined ? messageOf(error.cause) : error.message
}
