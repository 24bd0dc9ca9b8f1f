/** How the value of an environment variable is written, and what it becomes. Knows no variable by name. */
import { createPrivateKey } from 'node:crypto'
import * as v from 'valibot'
import { isRecipient, recipientMeaning } from './ageRecipients.ts'
import { parseNetwork } from './network.ts'

export function wholeNumber(min: number, max: number, fallback: number) {
  const range = `a whole number from ${min} to ${max}`
  return v.pipe(
    v.optional(v.string(), String(fallback)),
    v.regex(/^\d{1,9}$/, range),
    v.transform(Number),
    v.minValue(min, range),
    v.maxValue(max, range),
  )
}

/** undefined if absent; the default is chosen later (for DEMO by decideDemo.ts). */
export const flag = v.optional(
  v.pipe(
    v.picklist(['true', 'false', '1', '0'], 'true or false'),
    v.transform((value) => value === 'true' || value === '1'),
  ),
)

export const httpAddress = v.pipe(
  v.string(),
  v.url('an address that begins with http:// or https://'),
  v.regex(/^https?:\/\//, 'an address that begins with http:// or https://'),
)
export const optionalAddress = v.nullish(httpAddress, null)

const originMeaning = 'an origin with https and without a path, "https://firmware.example.com"'
export const httpsOrigin = v.optional(
  v.pipe(
    v.string(),
    v.url(originMeaning),
    v.regex(/^https:\/\/[^/?#@]+\/?$/, originMeaning),
    v.transform((address) => new URL(address).origin),
  ),
)

const networksMeaning = 'addresses or networks, "127.0.0.1, 10.0.0.0/8"'
export const networks = v.pipe(
  v.optional(v.string(), ''),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const parts = dataset.value.split(/[\s,]+/).filter((part) => part !== '')
    try {
      return parts.map(parseNetwork)
    } catch {
      addIssue({ message: networksMeaning })
      return NEVER
    }
  }),
)

const languagesMeaning = 'numbers and language tags, "1=en, 2=fr"'
export const detectorLanguages = v.optional(
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',').map((part) => part.trim().split(/\s*=\s*/))),
    v.array(
      v.tuple(
        [
          v.pipe(v.string(), v.regex(/^(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])$/, languagesMeaning)),
          v.pipe(v.string(), v.regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]+)*$/, languagesMeaning)),
        ],
        languagesMeaning,
      ),
    ),
    v.transform((pairs): Readonly<Record<string, string>> => Object.fromEntries(pairs)),
  ),
)

const secretKeyMeaning = 'at least 32 characters that nobody can guess: "openssl rand -hex 32" makes them'
const [secretKeyMinLength, differentCharactersMin] = [32, 10]

/** The length alone would allow a word that is repeated. */
export const secretKey = v.optional(
  v.pipe(
    v.string(),
    v.minLength(secretKeyMinLength, secretKeyMeaning),
    v.check((text) => new Set(text).size >= differentCharactersMin, secretKeyMeaning),
  ),
)

/** A folder, or a bucket and what names in it begin with. */
export const backupPlace = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^(?:s3:\/\/[^/]+(?:\/.*)?|(?![a-z0-9]+:\/\/).+)$/, 'a folder, or a bucket as s3://NAME or s3://NAME/FOLDER'),
    v.transform((address) => {
      const [, name, folder = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(address) ?? []
      if (name === undefined) return { kind: 'folder', folder: address } as const
      return { kind: 'bucket', name, prefix: folder === '' || folder.endsWith('/') ? folder : `${folder}/` } as const
    }),
  ),
)

export const recipients = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text.split(/[\s,]+/).filter((part) => part !== '')),
  v.check((parts) => parts.every(isRecipient), recipientMeaning),
)

/** A private key for ES256. */
export const signingKey = v.optional(
  v.pipe(
    v.string(),
    v.check((text) => {
      try {
        return createPrivateKey(text).asymmetricKeyDetails?.namedCurve === 'prime256v1'
      } catch {
        return false
      }
    }, 'a private key on P-256 in PEM, as `npm run make-release-keys` writes it'),
  ),
)
