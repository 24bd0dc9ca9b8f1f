/** What an effect wants of the person who orders it (contract/effects.ts; docs/security.md, 50). */
import type { Role } from '../../contract/rules.ts'
import { AppError } from '../../errors.ts'
import type { Config } from '../config/readConfig.ts'
import type { Database } from '../db/connect.ts'

/** Who orders something, and whether they have proved who they are: the caller; of what a job does, whoever ordered it, as it was then. */
export type Orderer = { readonly id: number; readonly role: Role; readonly isProved: boolean }

export function wantProof({ isProved }: Orderer): void {
  if (!isProved) throw new AppError('proof.required.error')
}

/**
 * Judges in a record's own transaction what its change has given to people, whichever call, batch or undo makes it. Begins before the change, of
 * a new record without `id`; what it returns throws after it.
 */
export type Guard = (
  db: Database,
  about: { readonly by: Orderer; readonly id: number | null; readonly config: Pick<Config, 'releaseApprovers'>; readonly now: Date },
) => Promise<(id: number) => Promise<void>>
