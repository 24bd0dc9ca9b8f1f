import { DrizzleQueryError } from 'drizzle-orm'

/** An error's message. Of one that only wraps others (fetch, drizzle's query with its parameters, a host's several addresses), theirs. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  if (!(error instanceof Error)) return String(error)
  const isWrapper = error instanceof DrizzleQueryError || error.message === 'fetch failed'
  return isWrapper && error.cause !== undefined ? messageOf(error.cause) : error.message
}
