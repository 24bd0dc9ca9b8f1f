/** Counts whose rows answers bring to somebody of staff, before they are sent (effects/peopleSeen.ts). Knows no call by name. */
import type { Endpoint } from '../../contract/endpoint.ts'
import { peopleSeenMax } from '../../contract/rules.ts'
import type { Caller } from '../auth/caller.ts'
import { writeSecurityEvent } from '../auth/securityLog.ts'
import type { Database } from '../db/connect.ts'
import { requireFreshSignIn } from '../effects/evidence.ts'
import { countPeopleSeen } from '../effects/peopleSeen.ts'
import { RowPages } from '../records/rowPages.ts'

type Answered = { readonly answer: unknown; readonly params: unknown }
type Reader = { readonly user: Caller; readonly now: Date; readonly address: string }

/**
 * Returns a function that throws `proof.required.error` where an answer would bring more people's rows than its reader gets without fresh proof, and
 * returns the answer. Without proof, all rows of a list are read before the first byte, up to that number; where there are more, it decides.
 */
export function peopleCounter(db: Database) {
  const seen = countPeopleSeen(db)
  return async ({ people }: Endpoint, { answer, params }: Answered, { user, now, address }: Reader): Promise<unknown> => {
    if (people === undefined) return answer
    // The contract has given it the types of this call.
    const peopleOf = people as (answer: unknown, params: unknown) => readonly number[]
    const note = async (told: unknown) => {
      if (await seen.note({ by: user, now }, peopleOf(told, params)))
        await writeSecurityEvent(db, { kind: 'manyPeopleSeen', userId: user.id, address }, now)
    }
    if (!(answer instanceof RowPages)) {
      await note(answer)
      return answer
    }
    // Rows are what the call's schema says; here their people count.
    const { pages } = answer as RowPages<unknown>
    if (user.hasFreshSignIn) return new RowPages(noted(pages, note))
    const rows: unknown[] = []
    for await (const page of pages) {
      rows.push(...page)
      if (rows.length > peopleSeenMax) requireFreshSignIn(user)
    }
    return new RowPages(noted([rows], note))
  }
}

type Pages = RowPages<unknown>['pages']

/** Each page counts before it is sent. */
async function* noted(pages: Pages | readonly (readonly unknown[])[], note: (answer: unknown) => Promise<void>) {
  for await (const rows of pages) {
    await note({ items: rows })
    yield rows
  }
}
