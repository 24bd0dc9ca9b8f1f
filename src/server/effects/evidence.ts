/** What an effect wants of the person who orders it (contract/effects.ts; docs/security.md, 50). */
import type { Role } from '../../contract/rules.ts'
import { AppError } from '../../errors.ts'
import type { Config } from '../config/readConfig.ts'
import type { Database } from '../db/connect.ts'

/** The person behind a change: the caller, or for a job the person who ordered it. `hasFreshSignIn`: when they made the call. */
export type Orderer = { readonly id: number; readonly role: Role; readonly hasFreshSignIn: boolean }

export function requireFreshSignIn({ hasFreshSignIn }: Orderer): void {
  if (!hasFreshSignIn) throw new AppError('proof.required.error')
}

/**
 * Checks what a change of a record gives to people, in the transaction of the change. Call it before the change (`id`: null for a new record) and
 * the returned function after it; both may throw.
 */
export type Guard = (
  db: Database,
  about: { readonly by: Orderer; readonly id: number | null; readonly config: Pick<Config, 'releaseApprovers'>; readonly now: Date },
) => Promise<(id: number) => Promise<void>>
