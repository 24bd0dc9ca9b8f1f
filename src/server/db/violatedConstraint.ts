/**
 * The name of the unique index or constraint that a write broke ("users_username_key"), or undefined where `thrown` is something else.
 * Two requests at once can both find a name free; only the database can tell which came second. Both drivers name it the same way.
 */
export function violatedConstraint(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ('constraint' in error && typeof error.constraint === 'string') return error.constraint
  }
  return undefined
}
