/**
 * `npm run create-admin -- EMAIL`: adds an administrator to the database that the environment names. On PostgreSQL the server may keep
 * running; the embedded database allows one process at a time. The password comes from the first line of standard input (--password-stdin)
 * or from ADMIN_PASSWORD; otherwise a new one is generated and printed once. There is no default password. With `--reset-second-factor` it
 * adds nobody: it removes the second factors of that account.
 */
import { text } from 'node:stream/consumers'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import * as v from 'valibot'
import { newPassword, optionalText, username } from '../../contract/fields.ts'
import { locales, staffPasswordMinLength } from '../../contract/rules.ts'
import { AppError } from '../../errors.ts'
import { claimUsername } from '../accounts/claimUsername.ts'
import { findPasswordFault, type PasswordFault } from '../auth/passwords/findPasswordFault.ts'
import { hashPassword } from '../auth/passwords/passwords.ts'
import { makeSecret } from '../auth/secret.ts'
import { writeSecurityEvent } from '../auth/securityLog.ts'
import { readClock } from '../clock/openClock.ts'
import { type Config, readConfig } from '../config/readConfig.ts'
import { print, readArguments, runCommand } from '../config/shell.ts'
import { connectDatabase } from '../db/connect.ts'
import { users } from '../db/tables.ts'
import { mailAdministrators } from '../effects/access.ts'
import { assertNoDemoRows } from '../demo/demoRows.ts'
import { storedPhone } from '../messages/phone.ts'
import { resetSecondFactor } from './resetSecondFactor.ts'

const usage = `Usage: npm run create-admin -- EMAIL [--firstname NAME] [--lastname NAME] [--phone +33612345678] [--locale ${locales.join('|')}] [--password-stdin]
       npm run create-admin -- --reset-second-factor EMAIL`
const options = {
  firstname: { type: 'string', default: 'Administrator' },
  lastname: { type: 'string', default: '' },
  phone: { type: 'string' },
  locale: { type: 'string', default: 'en' },
  'password-stdin': { type: 'boolean', default: false },
  'reset-second-factor': { type: 'string' },
} as const
const generatedLength = 20

const tooShort = `The password has to be at least ${staffPasswordMinLength} characters.`
const faultWords: Readonly<Record<PasswordFault, string>> = {
  'Password.minlenght.error': tooShort,
  'password.staff.minlength.error': tooShort,
  'password.common.error': 'This password is one of those that are tried first, or the demo’s, which is published. Choose another one.',
  'password.names.error':
    'This password is only a name or an address. Choose words that have nothing to do with the account or the portal.',
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments(usage, options, { least: 0, most: 1 })
  const config = readConfig(process.env)
  const forgotten = values['reset-second-factor']
  if (forgotten !== undefined && positionals.length > 0) throw new Error(usage)
  if (forgotten === undefined) await addAdministrator(config, positionals[0], values)
  else await reset(config, check(username, forgotten, `An e-mail address is needed.\n${usage}`))
}

async function reset(config: Config, address: string): Promise<void> {
  const { db, kind, close } = await connectDatabase(config)
  try {
    await resetSecondFactor(db, address, (await readClock({ db, kind }))())
  } finally {
    await close()
  }
  print(`The second factors of ${address} were removed. The password alone signs in, and adds a new one.`)
}

type Values = ReturnType<typeof readArguments<typeof options>>['values']

async function addAdministrator(config: Config, typedAddress: string | undefined, values: Values): Promise<void> {
  const address = check(username, typedAddress, `An e-mail address is needed.\n${usage}`)
  const locale = check(v.picklist(locales), values.locale, usage)
  for (const name of [values.firstname, values.lastname])
    check(optionalText(), name, 'A name is too long or holds a character that cannot be saved.')
  const phone = readPhone(values.phone)
  if (phone === undefined && config.smsCode !== 'never')
    throw new Error(`SMS_CODE is ${config.smsCode}: an administrator signs in with a code, so name a telephone: --phone +33612345678`)

  const given = values['password-stdin'] ? (await text(process.stdin)).split('\n')[0] : process.env['ADMIN_PASSWORD']
  const password = check(newPassword, given ?? makeSecret().slice(0, generatedLength), faultWords['password.staff.minlength.error'])
  const { firstname, lastname } = values
  const fault = findPasswordFault({ password, owner: { username: address, firstname, lastname, role: 'ROLE_ADMIN' } }, config)
  if (fault !== null) throw new Error(faultWords[fault])

  const { db, kind, close } = await connectDatabase(config)
  try {
    // Demo accounts have a published password. An administrator beside them would make the database look ready for production.
    await assertNoDemoRows(db, config)
    const about = { firstname: values.firstname, lastname: values.lastname, country: '', phonePrefix: '', phoneNumber: '', ...phone }
    const row = { ...about, username: address, role: 'ROLE_ADMIN', accountValidated: true, origin: 'STAFF', locale } as const
    const passwordHash = await hashPassword(password)
    const now = (await readClock({ db, kind }))()
    const taken = new Error(`There is already an account with the address ${address}. Nothing was changed.`)
    await db.transaction((transaction) =>
      claimUsername(transaction, address, now, async () => {
        const insert = transaction.insert(users).values({ ...row, passwordHash })
        const [added] = await insert.onConflictDoNothing().returning({ id: users.id })
        if (added === undefined) throw taken
        await writeSecurityEvent(transaction, { kind: 'accountAdded', userId: added.id, reason: row.role }, now)
        await mailAdministrators(transaction, added.id, now)
        return added.id
      }).catch((error: unknown) => {
        throw error instanceof AppError ? taken : error
      }),
    )
  } finally {
    await close()
  }
  print(`Administrator ${address} was added. Sign in at ${config.publicUrl}/login`)
  if (given === undefined) print(`Password, shown this once: ${password}`)
}

function readPhone(typed: string | undefined) {
  if (typed === undefined) return undefined
  const phone = parsePhoneNumberFromString(typed)
  if (phone === undefined || !phone.isValid()) throw new Error(`${typed} is no telephone number. It is written like +33612345678.`)
  const asStored = storedPhone({ phonePrefix: `+${phone.countryCallingCode}`, phoneNumber: phone.nationalNumber })
  return { ...asStored, country: phone.country ?? '' }
}

function check<const S extends v.GenericSchema>(schema: S, input: unknown, complaint: string): v.InferOutput<S> {
  const result = v.safeParse(schema, input)
  if (!result.success) throw new Error(complaint)
  return result.output
}

await runCommand(main)
