import { useLingui } from '@lingui/react/macro'
import { asAppError } from '../../../errors.ts'
import { useErrorText } from './useErrorText.ts'

/** Like `useErrorText`, for changes by staff: they do not wait in the outbox, so the user has to repeat them. */
export function useChangeErrorText(): (error: unknown) => string {
  const { t } = useLingui()
  const errorText = useErrorText()
  return (error) =>
    asAppError(error).code === 'network.offline.error'
      ? t`The server cannot be reached. Your changes are not saved: try again when you are back online.`
      : errorText(error)
}
