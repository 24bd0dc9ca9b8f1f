/**
 * The name of the unique index or constraint that a write violated ("users_username_key"), or undefined for other errors. Two concurrent
 * requests can both find a name free; only the database knows which came second. Both drivers report it the same way.
 */
export function violatedConstraint(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ('constraint' in error && typeof error.constraint === 'string') return error.constraint
  }
  return undefined
}
