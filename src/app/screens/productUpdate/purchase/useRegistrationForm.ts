import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import { type AppError, asAppError } from '../../../../errors.ts'
import { appOutbox } from '../../../outbox/appOutbox.ts'
import type { ContractRules } from '../../../kit/form/contractResolver.ts'
import { useContractForm } from '../../../kit/form/useContractForm.ts'
import { useRefusalToast } from '../../../kit/failures/useRefusalToast.ts'
import { type Registration, sendRegistration } from './sendRegistration.ts'
import { useClosingWhenLost } from './useClosingWhenLost.ts'

/** A registration from the outbox that the server has refused. A form corrects it, and discards it once the correction is sent. */
export type Refused<Typed> = { readonly sequence: number; readonly typed: Typed; readonly refusal: AppError }

/** What the dialog around a registration's form gives to it. */
export type RegistrationFormProps = { onChanged: (isChanged: boolean) => void; onCancel: () => void }

type Options<T extends FieldValues> = ContractRules<T> & {
  defaultValues: DefaultValues<T>
  draft: Refused<unknown> | undefined
  /** The list that shows what is registered. */
  listKey: QueryKey
  toRegistration: (values: T) => Registration
  onChanged: (isChanged: boolean) => void
  /** Called when the server no longer knows what is registered. */
  onLost: () => void
  /** `isSent` is false when the registration waits in the outbox. */
  onSaved: (values: T, isSent: boolean) => void
}

/** A form whose values reach the server through the outbox. */
export function useRegistrationForm<T extends FieldValues>({ draft, listKey, toRegistration, onLost, onSaved, ...options }: Options<T>) {
  const queryClient = useQueryClient()
  const closingWhenLost = useClosingWhenLost(onLost, listKey)
  const toastRefusal = useRefusalToast()
  return useContractForm<T>({
    ...options,
    ...(draft && { refused: draft.refusal }),
    async send(values) {
      try {
        const end = await closingWhenLost(() => sendRegistration(toRegistration(values)))
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
