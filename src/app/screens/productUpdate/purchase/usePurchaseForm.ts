import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import { AppError, asAppError } from '../../../../errors.ts'
import { appOutbox } from '../../../outbox/appOutbox.ts'
import type { ContractRules } from '../../../kit/form/contractResolver.ts'
import { useContractForm } from '../../../kit/form/useContractForm.ts'
import { useRefusalToast } from '../../../kit/failures/useRefusalToast.ts'
import { useClosingWhenLost } from './useClosingWhenLost.ts'
import type { coilCall, purchaseCall, QueuedCoil, QueuedPurchase } from '../../../outbox/queuedCalls.ts'
import { sleep } from '../../../browser/sleep.ts'

/** A purchase from the outbox that the server has refused. A form corrects it, and discards it once the correction is sent. */
export type Refused<Typed> = { readonly sequence: number; readonly typed: Typed; readonly refusal: AppError }

type Options<T extends FieldValues> = ContractRules<T> & {
  defaultValues: DefaultValues<T>
  draft: Refused<unknown> | undefined
  /** The list that shows the purchase. */
  listKey: QueryKey
  toPurchase: (values: T) => QueuedEntry
  onChanged: (isChanged: boolean) => void
  /** Called when the server no longer knows the coil or the detector. */
  onLost: () => void
  /** `isSent` is false when the purchase waits in the outbox. */
  onSaved: (values: T, isSent: boolean) => void
}

/** A form whose values reach the server through the outbox. */
export function usePurchaseForm<T extends FieldValues>({ draft, listKey, toPurchase, onLost, onSaved, ...options }: Options<T>) {
  const queryClient = useQueryClient()
  const closingWhenLost = useClosingWhenLost(onLost, listKey)
  const toastRefusal = useRefusalToast()
  return useContractForm<T>({
    ...options,
    ...(draft && { refused: draft.refusal }),
    async send(values) {
      try {
        const end = await closingWhenLost(() => sendPurchase(toPurchase(values)))
        if (end === null) return
        if (draft) void appOutbox.discard(draft.sequence)
        void queryClient.invalidateQueries({ queryKey: listKey })
        onSaved(values, end === 'sent')
      } catch (error) {
        // The specification, section 8: an error on the field, and a toast.
        if (asAppError(error).status === 403) toastRefusal(error)
        throw error
      }
    },
  })
}

/** Sends a coil's or a detector's purchase through the outbox, so that neither a lost connection nor a closed page loses it. */

/** How long the button stays busy. The outbox keeps sending afterwards. */
const busyMs = 8_000

type QueuedEntry =
  | { readonly call: typeof coilCall; readonly payload: QueuedCoil }
  | { readonly call: typeof purchaseCall; readonly payload: QueuedPurchase }

/** Returns 'waiting' when the purchase stays in the outbox. Throws the error when the server refuses it, and discards the entry. */
async function sendPurchase(purchase: QueuedEntry): Promise<'sent' | 'waiting'> {
  const entry = await appOutbox.add(purchase)
  await Promise.race([appOutbox.flush(), sleep(busyMs)])
  const outcome = await appOutbox.outcomeOf(entry)
  if (outcome.status !== 'refused') return outcome.status
  await appOutbox.discard(entry)
  const { code, invalidField } = outcome
  throw new AppError(code, invalidField === undefined ? {} : { invalidField })
}
