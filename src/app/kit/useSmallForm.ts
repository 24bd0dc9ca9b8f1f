import { type FormEvent, useRef, useState } from 'react'
import type * as v from 'valibot'
import { type AppError, asAppError, type ErrorCode } from '../../errors.ts'
import { fieldErrors } from './fieldErrors.ts'

type SmallFormState = {
  readonly isBusy: boolean
  /** What has no field to stand beside. */
  readonly failure: AppError | null
  readonly fields: Readonly<Record<string, ErrorCode>>
}

const untouched: SmallFormState = { isBusy: false, failure: null, fields: {} }

/**
 * A form of one or two fields, before sign-in: checked by the call's own schema, sent once at a time, the field at fault focused by its
 * `name`. Longer forms use `useContractForm`, which is too heavy for the first screen.
 */
export function useSmallForm<T>(schema: v.GenericSchema, values: T, send: (values: T) => Promise<void>) {
  const form = useRef<HTMLFormElement>(null)
  const [state, setState] = useState(untouched)

  function point(fields: Readonly<Record<string, ErrorCode>>) {
    setState({ ...untouched, fields })
    const [first = ''] = Object.keys(fields)
    form.current?.querySelector<HTMLInputElement>(`[name="${CSS.escape(first)}"]`)?.focus()
  }

  async function submit() {
    const fields = fieldErrors(schema, values)
    if (Object.keys(fields).length > 0) return point(fields)
    setState({ ...untouched, isBusy: true })
    try {
      await send(values)
      setState(untouched)
    } catch (error) {
      const failure = asAppError(error)
      const { invalidField, code } = failure
      if (invalidField === undefined) setState({ ...untouched, failure })
      else point({ [invalidField]: code })
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!state.isBusy) void submit()
  }

  return {
    ...state,
    formProps: { ref: form, noValidate: true, onSubmit },
    fail: (failure: AppError) => setState({ ...untouched, failure }),
  }
}
