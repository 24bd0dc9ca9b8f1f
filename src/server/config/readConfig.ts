/** The configuration, read from environment variables only and checked once at start. One line names an invalid variable. */
import { resolve } from 'node:path'
import * as v from 'valibot'
import { decideDemo } from './decideDemo.ts'
import { parseNetwork } from './network.ts'

const minuteSeconds = 60
const daySeconds = 24 * 60 * 60
const drainSecondsInProduction = 65
/** The languages of the simulated detector. */
const demoDetectorLanguages: Readonly<Record<string, string>> = { '1': 'en', '2': 'fr', '3': 'de' }

function wholeNumber(min: number, max: number, fallback: number) {
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
const flag = v.optional(
  v.pipe(
    v.picklist(['true', 'false', '1', '0'], 'true or false'),
    v.transform((value) => value === 'true' || value === '1'),
  ),
)

const httpAddress = v.pipe(
  v.string(),
  v.url('an address that begins with http:// or https://'),
  v.regex(/^https?:\/\//, 'an address that begins with http:// or https://'),
)
const optionalAddress = v.nullish(httpAddress, null)

const networksMeaning = 'addresses or networks, "127.0.0.1, 10.0.0.0/8"'
const networks = v.pipe(
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
const detectorLanguages = v.optional(
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

const environmentSchema = v.object({
  NODE_ENV: v.optional(v.string()),
  PORT: wholeNumber(0, 65_535, 3000),
  HOST: v.optional(v.string(), '127.0.0.1'),
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(?:ql)?:\/\//, 'an address that begins with postgres://'))),
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
  SMTP_URL: v.optional(v.pipe(v.string(), v.regex(/^smtps?:\/\/[^/]/, 'an address that begins with smtp:// or smtps://'))),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.email('one mail address'))),
  SMS_URL: v.optional(httpAddress),
  SMS_TOKEN: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/, 'a token without spaces'))),
  SMS_CODE: v.optional(v.picklist(['never', 'staff', 'always'], 'never, staff or always'), 'never'),
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
  BRAND_APP_NAME: v.optional(v.string(), 'Fieldport Companion'),
  BRAND_DATA_POLICY_URL: optionalAddress,
  ANIMATIONS_URL: optionalAddress,
  DETECTOR_LANGUAGES: detectorLanguages,
})

/** These contain passwords or tokens, so the error message must not repeat their values. */
const secretVariables: ReadonlySet<string> = new Set(['DATABASE_URL', 'SMTP_URL', 'SMS_URL', 'SMS_TOKEN', 'S3_SECRET_ACCESS_KEY'])

export type Config = ReturnType<typeof readConfig>

/** An invalid variable. `message` is the line to print. */
class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads and checks the environment. An empty variable counts as absent. Throws ConfigError for the first invalid variable. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const result = v.safeParse(environmentSchema, given)
  if (!result.success) {
    const [issue] = result.issues
    const name = v.getDotPath(issue) ?? 'The environment'
    const found = secretVariables.has(name) ? '' : `, and is "${String(issue.input)}"`
    throw new ConfigError(`${name} must be ${issue.message}${found}.`)
  }
  const variables = result.output
  const { isDemo, reason: demoReason } = decideDemo(variables)
  const publicUrl = (variables.PUBLIC_URL ?? `http://localhost:${variables.PORT}`).replace(/\/+$/, '')
  if (variables.SMS_CODE !== 'never' && variables.SMS_URL === undefined && !isDemo)
    throw new ConfigError(`SMS_CODE is ${variables.SMS_CODE}, so SMS_URL must name the gateway that sends the codes.`)
  return {
    port: variables.PORT,
    host: variables.HOST,
    dataDir: resolve(variables.DATA_DIR),
    databaseUrl: variables.DATABASE_URL,
    /** The bucket for stored files. If undefined, they lie in `dataDir`. */
    bucket: variables.S3_BUCKET === undefined ? undefined : readBucket(variables, variables.S3_BUCKET),
    /** The portal's public address, without a trailing slash: used in tokens and mails. With https, HSTS is sent. */
    publicUrl,
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
      contactUrl: variables.BRAND_CONTACT_URL,
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

type BucketVariables = Pick<
  v.InferOutput<typeof environmentSchema>,
  'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>

/** Where files are stored by the S3 protocol. */
export type Bucket = {
  readonly name: string
  /** Of another S3 server than Amazon's. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

function readBucket(variables: BucketVariables, name: string): Bucket {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = variables
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new ConfigError('S3_BUCKET is set, so S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set too.')
  return { name, endpoint, region, credentials: { accessKeyId, secretAccessKey } }
}
