/** What is to be told to people outside the portal, and the mailbox that takes its place in a demo. */
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { identity, instant, reference } from './columns.ts'
import { users } from './people.ts'

export const messageTemplates = [
  'validateAccount',
  'resetPassword',
  'passwordChanged',
  'confirmUsername',
  'usernameChanged',
  'usernameRestored',
  'phoneChanged',
  'smsCode',
  'phoneCode',
] as const
export type MessageTemplate = (typeof messageTemplates)[number]

/**
 * The outbox: what to tell whom, never the words and never a secret. Both are made when the message leaves, so nothing here can be used
 * to get in, a link is fresh however long the mail server was down, and a request for an unknown address looks like any other.
 * A row is there until its message has left or has become useless.
 */
export const outgoingMessages = pgTable(
  'outgoing_messages',
  {
    id: identity(),
    template: text({ enum: messageTemplates }).notNull(),
    /** Whom it is about; null where only an address was given, which may be nobody's. */
    userId: reference().references(() => users.id, { onDelete: 'cascade' }),
    /** Where it goes, unless it is the user's address or telephone of the moment. */
    address: text(),
    /** The same at every attempt: in a mail's Message-ID, so that a mailbox that gets it twice can tell. */
    messageId: uuid().notNull().defaultRandom(),
    createdAt: instant().notNull(),
    /** After this nobody has any use for it. */
    uselessAt: instant().notNull(),
    attempts: integer().notNull().default(0),
    /** When it may be tried next. A server that tries it moves this ahead for as long as it is at work. */
    dueAt: instant().notNull(),
  },
  (row) => [
    index('outgoing_messages_due_at_index').on(row.dueAt),
    index('outgoing_messages_user_id_index').on(row.userId),
    check('outgoing_messages_recipient_check', sql`${row.userId} is not null or ${row.address} is not null`),
  ],
)

/** What a demo has sent, shown to everybody. */
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
