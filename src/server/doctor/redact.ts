/** Keeps secrets out of what is printed: a mail server or a driver may repeat in its error what it was given. */
import type { Config } from '../config/readConfig.ts'

export function redactor(config: Config): (text: string) => string {
  const addresses = [config.databaseUrl, config.smtpUrl, config.sms?.url]
  const buckets = [config.bucket, config.backupTo?.kind === 'bucket' ? config.backupTo.bucket : undefined]
  const secrets = [
    config.secretKey,
    config.sms?.token,
    ...buckets.map((bucket) => bucket?.credentials.secretAccessKey),
    ...addresses.flatMap(secretsOf),
  ]
    .flatMap((secret) => (secret === undefined || secret === '' ? [] : [secret]))
    // The longest first: one may contain another.
    .toSorted((one, other) => other.length - one.length)
  const patterns = secrets.map(patternOf)
  return (text) => patterns.reduce((shown, pattern) => shown.replaceAll(pattern, '***'), text)
}

/** A shorter secret is also a part of ordinary words, which stay. */
const foundInWordsFrom = 8

function patternOf(secret: string): RegExp {
  const literal = secret.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  if (secret.length >= foundInWordsFrom) return new RegExp(literal, 'gu')
  const [before, after] = [/^[\p{L}\p{N}]/u, /[\p{L}\p{N}]$/u].map((edge) => (edge.test(secret) ? String.raw`[\p{L}\p{N}]` : '[]'))
  return new RegExp(`(?<!${before})${literal}(?!${after})`, 'gu')
}

/** The password as it stands in the address, and as it is sent; and the values of a query, where a gateway may take a token. */
function secretsOf(address: string | undefined): string[] {
  if (address === undefined || !URL.canParse(address)) return []
  const { password, searchParams } = new URL(address)
  const plain = decode(password)
  return [password, plain, Buffer.from(plain).toString('base64'), ...searchParams.values()].filter((secret) => secret !== '')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
