import { desc } from 'drizzle-orm'
import { contract } from '../../contract/contract.ts'
import { type Endpoint, mayCall } from '../../contract/endpoint.ts'
import type { RecordEntity } from '../../contract/recordFields.ts'
import { listRowsMax } from '../../contract/rules.ts'
import { AppError } from '../../errors.ts'
import type { HandlersOf } from '../call.ts'
import { auditEntries } from '../db/tables.ts'
import { isEntryOf, selectEntries, shownEntry } from '../records/auditTrail.ts'

/** Who may edit a record reads its history. */
const forms: Readonly<Record<RecordEntity, { readonly update: Endpoint }>> = contract

/** How a change is undone stands above all entities (revertChange.ts). */
export const audit: Pick<HandlersOf<typeof contract.audit>, 'getForRecord'> = {
  async getForRecord({ params, db, user }) {
    const { entity } = params
    const mayRead = entity === 'warrantyCodeBatch' ? user.role === 'ROLE_ADMIN' : mayCall(forms[entity].update, user.role)
    if (!mayRead) throw new AppError('not.authorized')
    const rows = await selectEntries(db).where(isEntryOf(entity, params.id)).orderBy(desc(auditEntries.id)).limit(listRowsMax)
    return rows.map(shownEntry)
  },
}
