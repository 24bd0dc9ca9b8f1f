/** Whether an error means that the database or the disk is temporarily unavailable, rather than that the request was wrong. */

/**
 * Node's network errors; errors of a disk that is full, over quota, over the largest file size, read-only or broken; and PostgreSQL's
 * classes 08 (connection), 53 (insufficient resources, such as a full disk), 57P (shutting down, starting up) and 58 (system error); 25006: a
 * standby, which takes no writes; 40001, 40P01 and 55P03: others were in the way.
 */
const codePattern =
  /^(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE|ENOSPC|EDQUOT|EFBIG|EROFS|EIO|08\w{3}|25006|40001|40P01|53\w{3}|55P03|57P\w{2}|58\w{3})$/
/** Errors of `pg` without a code, and those that PostgreSQL reports with code XX000 for a disk that accepts no writes. */
const messagePattern =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|: (?:file too large|disk quota exceeded|read-only file system)$/i

/** Whether PostgreSQL refused a write: on a standby, or within a read only transaction. */
export function isWriteRefused(thrown: unknown): boolean {
  return thrown instanceof Error && (('code' in thrown && thrown.code === '25006') || isWriteRefused(thrown.cause))
}

export function isDatabaseUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
  return codePattern.test(code) || messagePattern.test(thrown.message) || isDatabaseUnavailable(thrown.cause)
}
