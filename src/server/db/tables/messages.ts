/** Messages to people outside the portal, and the demo mailbox that replaces them in a demo. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { locales } from '../../../contract/rules.ts'
import { type MessageKind, messageKinds, type MessageOutcome } from '../../../contract/userSupport.ts'
import { alerts } from './alerts.ts'
import { identity, instant, partOf, reference } from './columns.ts'
import { files } from './firmware.ts'
import { accessories, userProducts } from './ownership.ts'
import { users } from './people.ts'
import { releases } from './releases.ts'
import { factorResets } from './secondFactors.ts'

export type MessageTemplate = MessageKind

/** Mails about updates, and reminders: people can switch them off. */
export const switchableTemplates = [
  'extensionEnds',
  'releaseOffered',
  'betaOffered',
  'updateUnfinished',
] as const satisfies MessageTemplate[]

/**
 * Which messages are sent first of those that are due, the lowest: codes and links that people wait for, then recalls, which go to many at once,
 * then what can be switched off.
 */
export const turns = [0, 1, 2] as const

/** SQL of `turns`, with its values as text, so that its index serves. */
export function turnOf({ template }: { readonly template: SQLWrapper }): SQL {
  const later = sql.raw(switchableTemplates.map((one) => `'${one}'`).join(', '))
  return sql`(case when ${template} in (${later}) then 2 when ${template} = 'recall' then 1 else 0 end)`
}

/**
 * The outbox: which message goes to whom, without its text and without secrets. Both are created when the message is sent. So nothing in
 * this table gives access to an account, links are fresh even if the mail server was down, and a request for an unknown address looks like
 * any other. A row is deleted when its message has been sent or is no longer useful.
 */
export const outgoingMessages = pgTable(
  'outgoing_messages',
  {
    id: identity(),
    template: text({ enum: messageKinds }).notNull(),
    /** The user concerned; null if only an address was given, which may not belong to anyone. */
    userId: reference().references(() => users.id, { onDelete: 'cascade' }),
    /** Where to send it, if not to the user's current address or phone. */
    address: text(),
    /** The language of the person who asked for it, if it is not to be the account's. */
    locale: text({ enum: locales }),
    /** The alert that the message is about; null for messages to users. */
    alertId: reference().references(() => alerts.id, { onDelete: 'cascade' }),
    /** What `factorsReset` and `factorsResetDone` tell about; null if an operator did it. */
    factorResetId: reference().references(() => factorResets.id, { onDelete: 'cascade' }),
    /** The release that `recall`, `releaseOffered`, `betaOffered`, `stepNotTaken`, `releaseHalted`, `planPaused` and `portalFails` are about. */
    releaseId: reference().references(() => releases.id, { onDelete: 'cascade' }),
    /** The proof of purchase that `proofApproved` and `proofRefused` are about. */
    proofFileId: reference().references(() => files.id, { onDelete: 'cascade' }),
    /** The coil that `extensionEnds` is about. */
    accessoryId: reference().references(() => accessories.id, { onDelete: 'cascade' }),
    /** The detector that `updateUnfinished` is about. */
    userProductId: reference().references(() => userProducts.id, { onDelete: 'cascade' }),
    /** The account that `administratorAdded` is about. */
    aboutUserId: reference().references(() => users.id, { onDelete: 'cascade' }),
    /** The same for every attempt. It becomes the Message-ID of a mail, so that a mailbox can detect a duplicate. */
    messageId: uuid().notNull().defaultRandom(),
    createdAt: instant().notNull(),
    /** After this the message is no longer useful. */
    uselessAt: instant().notNull(),
    attempts: integer().notNull().default(0),
    /** When to try next. A server that is sending it keeps moving this forward. */
    dueAt: instant().notNull(),
  },
  (row) => [
    index('outgoing_messages_due_at_index').on(row.dueAt),
    index('outgoing_messages_turn_index').on(turnOf(row), row.dueAt),
    index('outgoing_messages_user_id_index').on(row.userId),
    index('outgoing_messages_alert_id_index').on(row.alertId),
    index('outgoing_messages_factor_reset_id_index').on(row.factorResetId),
    index('outgoing_messages_about_user_id_index').on(row.aboutUserId),
    index('outgoing_messages_release_id_index').on(row.releaseId),
    index('outgoing_messages_proof_file_id_index').on(row.proofFileId),
    index('outgoing_messages_accessory_id_index').on(row.accessoryId),
    index('outgoing_messages_user_product_id_index').on(row.userProductId),
    check('outgoing_messages_recipient_check', sql`${row.userId} is not null or ${row.address} is not null`),
  ],
)

/** What became of the messages to an account, for staff: without text and address. Kept for `messagesKeptDays`. */
export const settledMessages = pgTable(
  'settled_messages',
  {
    /** The outbox row's. */
    messageId: uuid().primaryKey(),
    template: text({ enum: messageKinds }).notNull(),
    userId: partOf(() => users.id),
    createdAt: instant().notNull(),
    settledAt: instant().notNull(),
    outcome: text().$type<Exclude<MessageOutcome, 'waiting'>>().notNull(),
  },
  (row) => [
    index('settled_messages_user_id_index').on(row.userId, row.createdAt),
    index('settled_messages_settled_at_index').on(row.settledAt),
  ],
)

/**
 * Whether a person wants mails about updates and reminders: without a row, yes. The token stands in the links of these mails, the same in
 * each, so it is kept as it is; all that it does is to switch them off.
 */
export const updateMails = pgTable(
  'update_mails',
  {
    userId: reference()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    token: text().notNull(),
    /** Null while they are wanted. */
    switchedOffAt: instant(),
  },
  (row) => [uniqueIndex('update_mails_token_key').on(row.token)],
)

/** What a demo has sent. Everyone can see it. */
export const demoMessages = pgTable(
  'demo_messages',
  {
    id: identity(),
    messageId: uuid().notNull(),
    channel: text({ enum: ['mail', 'sms'] }).notNull(),
    recipient: text().notNull(),
    subject: text(),
    text: text().notNull(),
    html: text(),
    sentAt: instant().notNull(),
  },
  (row) => [uniqueIndex('demo_messages_message_id_key').on(row.messageId), index('demo_messages_sent_at_index').on(row.sentAt)],
)
