import { createHash } from 'node:crypto'

/** "1234 characters (SHA-256 …)", for the audit trail. */
export function describeContent(html: string): string {
  const text = html.replaceAll(/<[^<>]*>/g, '')
  return `${text.length} characters (SHA-256 ${createHash('sha256').update(html).digest('hex')})`
}
