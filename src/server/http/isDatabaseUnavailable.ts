/** Whether a failure says that the database, or the disk that files are stored on, cannot do its work now, rather than that it was asked wrongly. */

/**
 * Node's network errors; those of a disk that is full, over its quota or its largest file, read-only or broken; and PostgreSQL's classes 08
 * (connection), 53 (out of resources, a full disk among them), 57P (shutting down, starting up) and 58 (the system beneath it).
 */
const codePattern =
  /^(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE|ENOSPC|EDQUOT|EFBIG|EROFS|EIO|08\w{3}|53\w{3}|57P\w{2}|58\w{3})$/
/** What `pg` says without a code, and PostgreSQL under code XX000 of a disk that takes no more. */
const messagePattern =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|: (?:file too large|disk quota exceeded|read-only file system)$/i

export function isDatabaseUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
  return codePattern.test(code) || messagePattern.test(thrown.message) || isDatabaseUnavailable(thrown.cause)
}
