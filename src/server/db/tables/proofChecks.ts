/** What the maker has decided about proofs of purchase. */
import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { proofRefusals } from '../../../contract/rules.ts'
import { instant, reference } from './columns.ts'
import { files } from './firmware.ts'
import { users } from './people.ts'

/** One for each proof that was sent since proofs are checked; a proof without a row was never to be checked. It goes with its file. */
export const proofChecks = pgTable(
  'proof_checks',
  {
    fileId: reference()
      .primaryKey()
      .references(() => files.id, { onDelete: 'cascade' }),
    state: text({ enum: ['checking', 'approved', 'refused'] }).notNull(),
    /** When the owner last sent the proof, or a change of what it proves. */
    submittedAt: instant().notNull(),
    decidedAt: instant(),
    decidedById: reference().references(() => users.id, { onDelete: 'set null' }),
    reason: text({ enum: proofRefusals }),
    /** Typed by staff for the owner. */
    words: text(),
    /** Who has it in front of them, until when by the database's clock. */
    claimedById: reference().references(() => users.id, { onDelete: 'set null' }),
    claimedUntil: instant(),
    /** When administrators were told that it waits for too long. */
    lateMailedAt: instant(),
  },
  (row) => [
    index('proof_checks_waiting_index')
      .on(row.submittedAt)
      .where(sql`${row.state} = 'checking'`),
    index('proof_checks_decided_by_id_index').on(row.decidedById),
    index('proof_checks_claimed_by_id_index').on(row.claimedById),
    check('proof_checks_decided_check', sql`(${row.state} = 'checking') = (${row.decidedAt} is null)`),
    check('proof_checks_reason_check', sql`(${row.state} = 'refused') = (${row.reason} is not null)`),
  ],
)
