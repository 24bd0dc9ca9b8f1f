/**
 * A failure of the bucket. The message says what was asked and what the bucket answered. The SDK's own error is never its cause, because it
 * may contain the access key and what was signed with it, and errors are logged.
 */
export class BucketUnavailable extends Error {
  override readonly name = 'BucketUnavailable'
}
