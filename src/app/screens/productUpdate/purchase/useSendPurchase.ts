import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { toastLongMs } from '../../../../contract/rules.ts'
import { AppError, asAppError } from '../../../../errors.ts'
import { sleep } from '../../../browser/sleep.ts'
import { useRefusalToast } from '../../../kit/failures/useRefusalToast.ts'
import { appOutbox } from '../../../outbox/appOutbox.ts'
import type { coilCall, purchaseCall, QueuedCoil, QueuedPurchase } from '../../../outbox/queuedCalls.ts'

/** A purchase from the outbox that the server has refused. A form corrects it, and discards it once the correction is sent. */
export type Refused<Typed> = { readonly sequence: number; readonly typed: Typed; readonly refusal: AppError }

type QueuedEntry =
  | { readonly call: typeof coilCall; readonly payload: QueuedCoil }
  | { readonly call: typeof purchaseCall; readonly payload: QueuedPurchase }

/** What is said: `waiting`, when the purchase stays in the outbox. */
type Words = { readonly sent: string; readonly waiting: string }

/** Whether the server no longer knows the coil or the detector, or the person (the specification, section 8). */
export const isLost = ({ status }: AppError): boolean => status === 404 || status === 401

/**
 * For the dialog of a purchase: sends it through the outbox, so that neither a lost connection nor a closed page loses it. `listKey`: the list
 * that shows it. `draft`: the refused purchase that it corrects.
 */
export function useSendPurchase(listKey: QueryKey, draft: Refused<unknown> | undefined) {
  const queryClient = useQueryClient()
  const toastRefusal = useRefusalToast()
  const reload = () => void queryClient.invalidateQueries({ queryKey: listKey })
  return async (purchase: QueuedEntry, words: Words): Promise<string | undefined> => {
    try {
      const isSent = await sendPurchase(purchase)
      if (draft) void appOutbox.discard(draft.sequence)
      reload()
      if (isSent) return words.sent
      toast(words.waiting, { duration: toastLongMs })
    } catch (error) {
      const refusal = asAppError(error)
      // The specification, section 8: an error on the field, and a toast.
      if (refusal.status === 403) toastRefusal(refusal)
      if (isLost(refusal)) reload()
      throw error
    }
  }
}

/** How long the button stays busy. The outbox keeps sending afterwards. */
const busyMs = 8_000

/** False when the purchase stays in the outbox. Throws the error when the server refuses it, and discards the entry. */
async function sendPurchase(purchase: QueuedEntry): Promise<boolean> {
  const entry = await appOutbox.add(purchase)
  await Promise.race([appOutbox.flush(), sleep(busyMs)])
  const outcome = await appOutbox.outcomeOf(entry)
  if (outcome.status !== 'refused') return outcome.status === 'sent'
  await appOutbox.discard(entry)
  const { code, invalidField } = outcome
  throw new AppError(code, invalidField === undefined ? {} : { invalidField })
}
