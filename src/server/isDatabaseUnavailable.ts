/** Whether a failure says that the database cannot be reached now, rather than that the query was wrong. */

/** Node's network errors, and PostgreSQL's classes 08 (connection), 53 (out of resources) and 57P (shutting down, starting up). */
const codePattern = /^(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE|08\w{3}|53\w{3}|57P\w{2})$/
/** What `pg` says without a code. */
const messagePattern = /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i

export function isDatabaseUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
  return codePattern.test(code) || messagePattern.test(thrown.message) || isDatabaseUnavailable(thrown.cause)
}
