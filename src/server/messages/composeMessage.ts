/** Makes a message of an outbox row at the moment it leaves: finds whom it concerns now, and makes its secret. Sends nothing. */
import { randomInt } from 'node:crypto'
import { and, eq, not } from 'drizzle-orm'
import { smsCodeDigits, smsCodeMinutes } from '../../contract/rules.ts'
import { minuteMs } from '../budget.ts'
import type { ServerContext } from '../call.ts'
import type { Database } from '../db/connect.ts'
import { outgoingMessages, smsCodes, users } from '../db/tables.ts'
import { makeMailedToken } from '../mailedToken.ts'
import { hashPassword } from '../passwords.ts'
import { dialled } from '../phone.ts'
import { mailTexts, type MailTemplate, smsTexts } from './messageTexts.ts'
import { renderMail } from './renderMail.ts'

type Row = typeof outgoingMessages.$inferSelect
type User = typeof users.$inferSelect

export type Mail = {
  readonly channel: 'mail'
  readonly messageId: string
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html: string
}
export type Sms = {
  readonly channel: 'sms'
  readonly messageId: string
  /** "+33612345678" */
  readonly recipient: string
  readonly text: string
}
export type Message = Mail | Sms

type ComposeContext = Pick<ServerContext, 'db' | 'config'>

/** undefined where there is nobody to tell: the address is nobody's, the account is gone or validated meanwhile, there is no telephone. */
export async function composeMessage(context: ComposeContext, row: Row, now: Date): Promise<Message | undefined> {
  const user = await findUser(context.db, row)
  if (user === undefined) return undefined
  if (row.template === 'smsCode') return composeSms(context, row, user, now)
  if (row.template === 'validateAccount' && user.accountValidated) return undefined
  const { brand } = context.config
  const link = await makeLink(context, row.template, user, now)
  const text = mailTexts[user.locale](brand.name)[row.template]
  const mail = renderMail({ ...text, link, brand: brand.name, locale: user.locale })
  return { channel: 'mail', messageId: row.messageId, recipient: row.address ?? user.username, ...mail }
}

async function findUser(db: Database, { userId, address }: Row): Promise<User | undefined> {
  const isThem = userId === null ? eq(users.username, address ?? '') : eq(users.id, userId)
  const [user] = await db
    .select()
    .from(users)
    .where(and(isThem, not(users.isDeleted)))
  return user
}

async function makeLink({ db, config }: ComposeContext, template: MailTemplate, user: User, now: Date): Promise<string> {
  switch (template) {
    case 'validateAccount':
      return `${config.publicUrl}/validateAccount/${await makeMailedToken(db, template, user.id, now)}/${user.id}`
    case 'resetPassword':
      return `${config.publicUrl}/changePassword/${await makeMailedToken(db, template, user.id, now)}`
    case 'passwordChanged':
    case 'usernameChanged':
      return `${config.publicUrl}/login`
    default:
      return template satisfies never
  }
}

async function composeSms({ db, config }: ComposeContext, { messageId }: Row, user: User, now: Date): Promise<Sms | undefined> {
  const recipient = dialled(user)
  if (recipient === undefined) return undefined
  const code = String(randomInt(10 ** smsCodeDigits)).padStart(smsCodeDigits, '0')
  const fresh = { codeHash: await hashPassword(code), tries: 0, expiresAt: new Date(now.getTime() + smsCodeMinutes * minuteMs) }
  await db
    .insert(smsCodes)
    .values({ userId: user.id, ...fresh })
    .onConflictDoUpdate({ target: smsCodes.userId, set: fresh })
  return { channel: 'sms', messageId, recipient, text: smsTexts[user.locale](config.brand.name, code) }
}
