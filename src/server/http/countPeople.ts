/** Counts whose rows answers bring to somebody of staff, before they are sent (effects/peopleSeen.ts). Knows no call by name. */
import type { Endpoint } from '../../contract/endpoint.ts'
import { peopleSeenMax } from '../../contract/rules.ts'
import type { Caller } from '../auth/caller.ts'
import { writeSecurityEvent } from '../auth/securityLog.ts'
import type { Database } from '../db/connect.ts'
import { wantProof } from '../effects/evidence.ts'
import { countPeopleSeen } from '../effects/peopleSeen.ts'
import { RowPages } from '../records/rowPages.ts'

type Answered = { readonly answer: unknown; readonly params: unknown }
type Reader = { readonly user: Caller; readonly now: Date; readonly address: string }

/**
 * Returns a function that throws `proof.required.error` where an answer would bring more people's rows than its reader gets without fresh proof, and
 * returns the answer. More rows of a list than that are judged by their number, before the first byte; fewer are read before they are sent.
 */
export function peopleCounter(db: Database) {
  const seen = countPeopleSeen(db)
  return async ({ people }: Endpoint, { answer, params }: Answered, { user, now, address }: Reader): Promise<unknown> => {
    if (people === undefined) return answer
    // The contract has given it the types of this call.
    const peopleOf = people as (answer: unknown, params: unknown) => readonly number[]
    const note = (told: unknown) => seen.note({ by: user, now }, peopleOf(told, params))
    const log = () => writeSecurityEvent(db, { kind: 'manyPeopleSeen', userId: user.id, address }, now)
    if (!(answer instanceof RowPages)) {
      if (await note(answer)) await log()
      return answer
    }
    if ((await answer.count()) <= peopleSeenMax) {
      const items: unknown[] = []
      // Rows are what the call's schema says; here their number counts.
      for await (const page of answer.pages as RowPages<unknown>['pages']) items.push(...page)
      if (await note({ items })) await log()
      return new RowPages([items], answer.count)
    }
    wantProof(user)
    await log()
    return new RowPages(
      noted(answer.pages, async (items) => void (await note({ items }))),
      answer.count,
    )
  }
}

async function* noted<Row>(pages: AnyPages<Row>, note: (rows: readonly Row[]) => Promise<void>) {
  for await (const page of pages) {
    await note(page)
    yield page
  }
}

type AnyPages<Row> = RowPages<Row>['pages']
