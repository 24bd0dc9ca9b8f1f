import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import { type AppError, asAppError } from '../../../errors.ts'
import { useBlockReload } from '../../browser/reloadBlockers.ts'
import { contractResolver, type ContractRules } from './contractResolver.ts'

type Options<T extends FieldValues> = ContractRules<T> & {
  defaultValues: DefaultValues<T>
  /** Rejects as the call does. */
  send: (values: T) => Promise<void>
  /** What was refused before, where the form is filled from it; stays the same object. */
  refused?: AppError
  /** For a dialog, which asks before it closes: at first, and whenever it differs. Stays the same function. */
  onChanged?: (isChanged: boolean) => void
}

/**
 * A form on a call of the contract: checked when it is sent and then at each change, the first field at fault focused, the server's field
 * errors on their field (section 8). `failure` is what has no field.
 */
export function useContractForm<T extends FieldValues>({ schema, defaultValues, stored, check, send, refused, onChanged }: Options<T>) {
  const [failure, setFailure] = useState<AppError | null>(null)
  const form = useForm<T>({ defaultValues, resolver: contractResolver({ schema, stored, check }) })

  // Forgotten once it has ended: a form may hold a password.
  const sending = useMutation({ mutationFn: send, gcTime: 1_000, meta: { showsItsErrors: true } })

  async function submit(values: T) {
    setFailure(null)
    try {
      await sending.mutateAsync(values)
    } catch (error) {
      show(asAppError(error))
    } finally {
      sending.reset()
    }
  }

  function show(error: AppError): void {
    const { invalidField, code } = error
    if (invalidField === undefined || !(invalidField in form.getValues())) return setFailure(error)
    // One of the form's own fields, as the line above has seen.
    form.setError(invalidField as Path<T>, { type: code, message: code }, { shouldFocus: true })
  }
  const showRefused = useEffectEvent(() => refused && show(refused))
  useEffect(() => showRefused(), [])

  const { isDirty, isSubmitting } = form.formState
  useBlockReload(isDirty)
  useEffect(() => onChanged?.(isDirty), [isDirty, onChanged])
  const onSubmit = form.handleSubmit(submit)
  return {
    control: form.control,
    setValue: form.setValue,
    getValues: form.getValues,
    reset: form.reset,
    watch: form.watch,
    isBusy: isSubmitting || sending.isPending,
    isChanged: isDirty,
    failure,
    /** Shows an error of something beside the form's own call. */
    fail: setFailure,
    formProps: { noValidate: true, onSubmit: (event: FormEvent) => void onSubmit(event) },
  }
}
