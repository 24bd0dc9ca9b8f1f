import { useLingui } from '@lingui/react'
import { asAppError } from '../../../errors.ts'
import { errorMessages } from '../../api/errorMessages.ts'

/** Gives the words of any thrown thing in the reader's language. */
export function useErrorText(): (error: unknown) => string {
  const { _ } = useLingui()
  return (error) => _(errorMessages[asAppError(error).code])
}
