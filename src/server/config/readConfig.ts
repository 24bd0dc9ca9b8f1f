/** The configuration, read from environment variables and the files that they name, and checked once at start. */
import { resolve } from 'node:path'
import * as v from 'valibot'
import { mailtoLink } from '../../contract/contactLink.ts'
import { decideDemo } from './decideDemo.ts'
import { signingOf } from './releaseSigning.ts'
import { readSecretFiles } from './secretFiles.ts'
import {
  backupPlace,
  detectorLanguages,
  flag,
  httpsOrigin,
  httpAddress,
  networks,
  optionalAddress,
  recipients,
  secretKey,
  signingKey,
  wholeNumber,
} from './variables.ts'

const minuteSeconds = 60
const daySeconds = 24 * 60 * 60
const drainSecondsInProduction = 65
/** The languages of the simulated detector. */
const demoDetectorLanguages: Readonly<Record<string, string>> = { '1': 'en', '2': 'fr', '3': 'de' }

const variablesSchema = v.object({
  NODE_ENV: v.optional(v.string()),
  PORT: wholeNumber(0, 65_535, 3000),
  HOST: v.optional(v.string(), '127.0.0.1'),
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(?:ql)?:\/\//, 'an address that begins with postgres://'))),
  SECRET_KEY: secretKey,
  CATALOGUE_KEY: signingKey,
  PUBLIC_URL: v.optional(httpAddress),
  DEMO: flag,
  SIMULATED_DEVICE: flag,
  SERVICE_WORKER: flag,
  ACCESS_TOKEN_MINUTES: wholeNumber(1, 60, 15),
  REFRESH_TOKEN_DAYS: wholeNumber(1, 365, 30),
  DRAIN_SECONDS: v.optional(wholeNumber(0, 3600, 0)),
  TRUSTED_PROXIES: networks,
  S3_BUCKET: v.optional(v.string()),
  S3_ENDPOINT: v.optional(httpAddress),
  S3_REGION: v.optional(v.string(), 'us-east-1'),
  S3_ACCESS_KEY_ID: v.optional(v.string()),
  S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  FIRMWARE_ORIGIN: httpsOrigin,
  BACKUP_TO: backupPlace,
  BACKUP_RECIPIENT: recipients,
  SMTP_URL: v.optional(v.pipe(v.string(), v.regex(/^smtps?:\/\/[^/]/, 'an address that begins with smtp:// or smtps://'))),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.email('one mail address'))),
  SMS_URL: v.optional(httpAddress),
  SMS_TOKEN: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/, 'a token without spaces'))),
  SMS_CODE: v.optional(v.picklist(['never', 'staff', 'always'], 'never, staff or always'), 'never'),
  RELEASE_APPROVERS: wholeNumber(1, 2, 1),
  RELEASE_PROOF: v.optional(v.picklist(['warn', 'required'], 'warn or required'), 'warn'),
  STAFF_SECOND_FACTOR: v.optional(v.picklist(['required', 'optional'], 'required or optional'), 'required'),
  SECURITY_CONTACT: v.optional(
    v.pipe(v.string(), v.regex(/^(?:mailto:|https:\/\/)[\x21-\x7e]+$/, 'an address that begins with mailto: or https://')),
  ),
  SMS_PER_DAY: wholeNumber(1, 100_000, 2_000),
  ALERT_EMAIL: v.optional(v.pipe(v.string(), v.email('one mail address'))),
  METRICS_PORT: v.optional(wholeNumber(0, 65_535, 0)),
  METRICS_HOST: v.optional(v.string(), '127.0.0.1'),
  LOG_LEVEL: v.optional(v.picklist(['silent', 'error', 'warn', 'info', 'debug'], 'silent, error, warn, info or debug'), 'info'),
  BRAND_NAME: v.optional(v.string(), 'Fieldport'),
  BRAND_LOGO_URL: optionalAddress,
  BRAND_BACKGROUND_URL: optionalAddress,
  BRAND_SITE_URL: optionalAddress,
  BRAND_CONTACT_URL: optionalAddress,
  BRAND_CONTACT_EMAIL: v.optional(v.pipe(v.string(), v.email('one mail address'))),
  BRAND_APP_NAME: v.optional(v.string(), 'Fieldport Companion'),
  BRAND_DATA_POLICY_URL: optionalAddress,
  ANIMATIONS_URL: optionalAddress,
  DETECTOR_LANGUAGES: detectorLanguages,
})

type Variables = v.InferOutput<typeof variablesSchema>

/** What one variable asks of others. Also checked if variables that it does not look at are invalid. */
const environmentSchema = v.pipe(
  variablesSchema,
  v.partialCheck(
    [['S3_BUCKET'], ['S3_ACCESS_KEY_ID'], ['S3_SECRET_ACCESS_KEY']],
    ({ S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }) =>
      S3_BUCKET === undefined || (S3_ACCESS_KEY_ID !== undefined && S3_SECRET_ACCESS_KEY !== undefined),
    'S3_BUCKET is set, so S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set too.',
  ),
  v.partialCheck(
    [['BACKUP_TO'], ['S3_ACCESS_KEY_ID'], ['S3_SECRET_ACCESS_KEY']],
    ({ BACKUP_TO, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }) =>
      BACKUP_TO?.kind !== 'bucket' || (S3_ACCESS_KEY_ID !== undefined && S3_SECRET_ACCESS_KEY !== undefined),
    'BACKUP_TO names a bucket, so S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set too.',
  ),
  v.partialCheck(
    [['SMS_CODE'], ['SMS_URL'], ['DEMO'], ['NODE_ENV'], ['HOST'], ['PUBLIC_URL'], ['SMTP_URL']],
    (variables) => variables.SMS_CODE === 'never' || variables.SMS_URL !== undefined || decideDemo(variables).isDemo,
    ({ input }) => `SMS_CODE is ${input.SMS_CODE}, so SMS_URL must name the gateway that sends the codes.`,
  ),
)

/** These contain passwords, tokens or keys: a message must not repeat them, and a file may hold them (secretFiles.ts). */
export const secretVariables = [
  'DATABASE_URL',
  'SMTP_URL',
  'SMS_URL',
  'SMS_TOKEN',
  'S3_SECRET_ACCESS_KEY',
  'SECRET_KEY',
  'CATALOGUE_KEY',
] as const
/** Every name that is read, in the order of their schema; the files of secrets last. */
export const settingNames: readonly string[] = [...Object.keys(variablesSchema.entries), ...secretVariables.map((name) => `${name}_FILE`)]
const isSecret = (name: string) => secretVariables.some((secret) => secret === name)

export type Config = ReturnType<typeof readConfig>

/** Invalid variables. `message` has a line for each. */
class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads and checks the environment. An empty variable counts as absent. Throws ConfigError, which names all invalid variables. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  const variables = readVariables(environment)
  const { isDemo, reason: demoReason } = decideDemo(variables)
  const publicUrl = (variables.PUBLIC_URL ?? `http://localhost:${variables.PORT}`).replace(/\/+$/, '')
  return {
    port: variables.PORT,
    host: variables.HOST,
    dataDir: resolve(variables.DATA_DIR),
    databaseUrl: variables.DATABASE_URL,
    /** The bucket for stored files. If undefined, they lie in `dataDir`. */
    bucket: readBucket(variables, variables.S3_BUCKET),
    /** A cache in front of the portal, from which browsers get released images (files/imageAddress.ts). */
    firmwareOrigin: variables.FIRMWARE_ORIGIN,
    /** Where scheduled backups are put. If undefined, there are none. */
    backupTo: readBackupTo(variables),
    /** To whom they are encrypted; to nobody if there are none. */
    backupRecipients: variables.BACKUP_RECIPIENT,
    /** Wraps the signing keys (keys/keyRing.ts). If undefined, a file in `dataDir` does. */
    secretKey: variables.SECRET_KEY,
    ...signingOf(isDemo, variables.CATALOGUE_KEY),
    /** The portal's public address, without a trailing slash: used in tokens and mails. With https, HSTS is sent. */
    publicUrl,
    /** Cookies that belong to this host alone need TLS and a portal at the root (http/cookies.ts). */
    hasHostCookies: /^https:\/\/[^/]+$/.test(publicUrl),
    isDemo,
    /** Why this is a demo or not; completes a sentence that begins with "because". */
    demoReason,
    isSimulatedDeviceAllowed: variables.SIMULATED_DEVICE ?? isDemo,
    /** If false, browsers that have the service worker remove it. */
    isServiceWorkerAllowed: variables.SERVICE_WORKER ?? true,
    accessTokenSeconds: variables.ACCESS_TOKEN_MINUTES * minuteSeconds,
    refreshTokenSeconds: variables.REFRESH_TOKEN_DAYS * daySeconds,
    /**
     * How long a stopping server keeps responding, new connections included. Must be longer than the proxy keeps an idle connection (nginx:
     * 60 s) and than its health check takes. Zero in a demo, so that Ctrl-C is quick.
     */
    drainSeconds: variables.DRAIN_SECONDS ?? (isDemo ? 0 : drainSecondsInProduction),
    /** Proxies whose X-Forwarded-For header is trusted. */
    trustedProxies: variables.TRUSTED_PROXIES,
    /** If undefined, mails go to the demo mailbox, or wait in the outbox if this is no demo. */
    smtpUrl: variables.SMTP_URL,
    mailFrom: variables.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    sms: variables.SMS_URL === undefined ? undefined : { url: variables.SMS_URL, token: variables.SMS_TOKEN },
    /** Who needs an SMS code, in addition to users with the flag. */
    smsCode: variables.SMS_CODE,
    /** 2: another administrator approves a release before all owners are offered it. */
    releaseApprovers: variables.RELEASE_APPROVERS,
    /** Whether a release without proof from real hardware may be offered (entities/firmware/proof.ts). */
    releaseProof: variables.RELEASE_PROOF,
    /** A demo asks nobody: its accounts are everybody's. */
    isStaffFactorRequired: !isDemo && variables.STAFF_SECOND_FACTOR === 'required',
    /** For those who find a weakness (http/serveSecurityTxt.ts). */
    securityContact:
      variables.SECURITY_CONTACT ?? (variables.BRAND_CONTACT_URL?.startsWith('https:') ? variables.BRAND_CONTACT_URL : undefined),
    /** Of all servers together, within 24 hours. */
    smsPerDay: variables.SMS_PER_DAY,
    /** Where alerts are mailed to, besides the dashboard. */
    alertEmail: variables.ALERT_EMAIL,
    /** Where figures for Prometheus are answered. If undefined, nowhere: they are not for everybody. */
    metrics: variables.METRICS_PORT === undefined ? undefined : { port: variables.METRICS_PORT, host: variables.METRICS_HOST },
    logLevel: variables.LOG_LEVEL,
    brand: {
      name: variables.BRAND_NAME,
      logoUrl: variables.BRAND_LOGO_URL,
      backgroundUrl: variables.BRAND_BACKGROUND_URL,
      siteUrl: variables.BRAND_SITE_URL,
      /** Where people reach support: a page or a mail address. Null only in production, which the doctor reports. */
      contactUrl: readContact(variables, isDemo),
      appName: variables.BRAND_APP_NAME,
      dataPolicyUrl: variables.BRAND_DATA_POLICY_URL,
    },
    animationsUrl: variables.ANIMATIONS_URL,
    /**
     * Language tags (BCP 47) by the number that a detector reports. A number not listed has no known language; only the demo has defaults,
     * because it uses the simulated detector.
     */
    detectorLanguages: variables.DETECTOR_LANGUAGES ?? (isDemo ? demoDetectorLanguages : {}),
  } as const
}

/** A demo has an address that nobody reads, so that every link can be tried. */
function readContact({ BRAND_CONTACT_URL: url, BRAND_CONTACT_EMAIL: email }: Variables, isDemo: boolean): string | null {
  const address = email ?? (isDemo ? 'support@example.com' : undefined)
  return url ?? (address === undefined ? null : mailtoLink(address))
}

/** Where files are stored by the S3 protocol. */
export type Bucket = {
  readonly name: string
  /** Of another S3 server than Amazon's. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

type BackupPlace =
  | { readonly kind: 'folder'; readonly folder: string }
  /** `prefix` begins each name, and ends in a slash unless it is empty. */
  | { readonly kind: 'bucket'; readonly bucket: Bucket; readonly prefix: string }

function readBackupTo(variables: Variables): BackupPlace | undefined {
  const { BACKUP_TO: place } = variables
  if (place?.kind !== 'bucket') return place && { kind: 'folder', folder: resolve(place.folder) }
  const bucket = readBucket(variables, place.name)
  return bucket && { kind: 'bucket', bucket, prefix: place.prefix }
}

/** Undefined without a name. The schema asks for the keys where there is one. */
function readBucket(variables: Variables, name: string | undefined): Bucket | undefined {
  const { S3_ENDPOINT: endpoint, S3_REGION: region } = variables
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = variables
  if (name === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined
  return { name, endpoint, region, credentials: { accessKeyId, secretAccessKey } }
}

function readVariables(environment: Readonly<Record<string, string | undefined>>): Variables {
  const { given, problems, fromFiles } = readSecretFiles(environment, secretVariables)
  const result = v.safeParse(environmentSchema, given)
  if (result.success && problems.size === 0) return result.output
  // A variable may break several rules of its own. The first says what it must be.
  const lines = new Map(problems)
  for (const issue of result.issues ?? []) {
    const name = v.getDotPath(issue)
    if (name === null) lines.set(issue.message, issue.message)
    else if (!lines.has(name)) lines.set(name, complaint(name, issue, fromFiles))
  }
  throw new ConfigError([...lines.values()].join('\n'))
}

function complaint(name: string, { message, input }: v.BaseIssue<unknown>, fromFiles: ReadonlySet<string>): string {
  const found = isSecret(name) ? '' : `, and is "${String(input)}"`
  return `${fromFiles.has(name) ? `The content of ${name}_FILE` : name} must be ${message}${found}.`
}
