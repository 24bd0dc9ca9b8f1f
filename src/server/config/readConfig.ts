/** What an installation decides, from environment variables alone. Everything is checked once, at start; a bad one is named in one line. */
import { resolve } from 'node:path'
import * as v from 'valibot'
import { decideDemo } from './decideDemo.ts'
import { parseNetwork } from './network.ts'

const minuteSeconds = 60
const daySeconds = 24 * 60 * 60
const drainSecondsInProduction = 65
/** Those of the simulated detector. */
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

/** Absent means the default, which for demo others decide (decideDemo.ts). */
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
  SMTP_URL: v.optional(v.pipe(v.string(), v.regex(/^smtps?:\/\/[^/]/, 'an address that begins with smtp:// or smtps://'))),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.email('one mail address'))),
  SMS_URL: v.optional(httpAddress),
  SMS_TOKEN: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/, 'a token without spaces'))),
  SMS_CODE: v.optional(v.picklist(['never', 'staff', 'always'], 'never, staff or always'), 'never'),
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

/** Passwords and tokens stand in these, and the line that names a bad one may end up in a log. */
const secretVariables: ReadonlySet<string> = new Set(['DATABASE_URL', 'SMTP_URL', 'SMS_URL', 'SMS_TOKEN'])

export type Config = ReturnType<typeof readConfig>

/** A variable that cannot be used; `message` is the line to print. */
class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads and checks the environment; an empty variable counts as absent. Throws ConfigError that names the first bad variable. */
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
    /** Where people reach the portal: goes into tokens, later into mails; https turns HSTS on. Without a slash at its end. */
    publicUrl,
    isDemo,
    /** Why it is one or is none: completes "because". */
    demoReason,
    isSimulatedDeviceAllowed: variables.SIMULATED_DEVICE ?? isDemo,
    /** False takes the service worker back from every browser that has it. */
    isServiceWorkerAllowed: variables.SERVICE_WORKER ?? true,
    accessTokenSeconds: variables.ACCESS_TOKEN_MINUTES * minuteSeconds,
    refreshTokenSeconds: variables.REFRESH_TOKEN_DAYS * daySeconds,
    /**
     * How long a stopping server goes on answering, new connections too: longer than the proxy before it keeps an idle connection (nginx:
     * 60 s), and than its health check takes. None in a demo: nobody who presses Ctrl-C there wants to wait.
     */
    drainSeconds: variables.DRAIN_SECONDS ?? (isDemo ? 0 : drainSecondsInProduction),
    /** Whose X-Forwarded-For is believed. */
    trustedProxies: variables.TRUSTED_PROXIES,
    /** undefined: mails land in the demo mailbox, or wait in the outbox where there is none. */
    smtpUrl: variables.SMTP_URL,
    mailFrom: variables.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    sms: variables.SMS_URL === undefined ? undefined : { url: variables.SMS_URL, token: variables.SMS_TOKEN },
    /** Who needs a code besides those with the flag. */
    smsCode: variables.SMS_CODE,
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
    /** BCP 47 tags by what a detector gives as its language. A number that is not named claims nothing, so only a demo, whose detector is ours, has any. */
    detectorLanguages: variables.DETECTOR_LANGUAGES ?? (isDemo ? demoDetectorLanguages : {}),
  } as const
}
