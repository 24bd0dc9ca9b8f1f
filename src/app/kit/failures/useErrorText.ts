import { useLingui } from '@lingui/react'
import { asAppError } from '../../../errors.ts'
import { errorMessages } from '../../api/errorMessages.ts'

/** The text of any thrown value in the user's language. */
export function useErrorText(): (error: unknown) => string {
  const { _ } = useLingui()
  return (error) => _(errorMessages[asAppError(error).code])
}
