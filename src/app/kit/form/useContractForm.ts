import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import { type AppError, asAppError } from '../../../errors.ts'
import { useBlockReload } from '../../browser/reloadBlockers.ts'
import { contractResolver, type ContractRules } from './contractResolver.ts'

export type FormOptions<T extends FieldValues> = ContractRules<T> & {
  defaultValues: DefaultValues<T>
  /** Rejects like the call. */
  send: (values: T) => Promise<void>
  /** An earlier refusal that is shown at first, if the form is filled from what was refused. Must be a stable object. */
  refused?: AppError | undefined
  /** For a dialog that asks before it closes. Called on mount and on every change of the flag; must be a stable function. */
  onChanged?: (isChanged: boolean) => void
}

/**
 * A form for one call of the contract. Validates on submit and then on every change, focuses the first invalid field and shows the server's
 * errors on their fields (the specification, section 5). `failure` is an error without a field.
 */
export function useContractForm<T extends FieldValues>({ schema, defaultValues, stored, check, send, refused, onChanged }: FormOptions<T>) {
  const [failure, setFailure] = useState<AppError | null>(null)
  const form = useForm<T>({ defaultValues, resolver: contractResolver({ schema, stored, check }) })

  // Removed from the cache once it has ended: a form may contain a password.
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
    // The check above has shown that it is a field of this form.
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
    /** Shows a field's error before the form is submitted. */
    trigger: form.trigger,
    isBusy: isSubmitting || sending.isPending,
    isChanged: isDirty,
    failure,
    /** Shows an error from somewhere other than the form's own call. */
    fail: setFailure,
    formProps: { noValidate: true, onSubmit: (event: FormEvent) => void onSubmit(event) },
  }
}
