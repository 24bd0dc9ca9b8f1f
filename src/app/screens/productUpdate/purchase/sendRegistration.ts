/** Registers a coil or a detector's purchase through the outbox, so that neither a lost connection nor a closed page loses it. */
import { AppError } from '../../../../errors.ts'
import { appOutbox } from '../../../outbox/appOutbox.ts'
import type { coilCall, purchaseCall, QueuedCoil, QueuedPurchase } from '../../../outbox/queuedCalls.ts'
import { sleep } from '../../../browser/sleep.ts'

/** How long the button stays busy. The outbox keeps sending afterwards. */
const busyMs = 8_000

export type Registration =
  | { readonly call: typeof coilCall; readonly payload: QueuedCoil }
  | { readonly call: typeof purchaseCall; readonly payload: QueuedPurchase }

/** Returns 'waiting' when the registration stays in the outbox. Throws the error when the server refuses it, and discards the entry. */
export async function sendRegistration(registration: Registration): Promise<'sent' | 'waiting'> {
  const entry = await appOutbox.add(registration)
  await Promise.race([appOutbox.flush(), sleep(busyMs)])
  const outcome = await appOutbox.outcomeOf(entry)
  if (outcome.status !== 'refused') return outcome.status
  await appOutbox.discard(entry)
  const { code, invalidField } = outcome
  throw new AppError(code, invalidField === undefined ? {} : { invalidField })
}
