import { useLingui } from '@lingui/react/macro'
import { asAppError } from '../../../errors.ts'
import { useErrorText } from './useErrorText.ts'

/** As `useErrorText`, of a change of staff's: nothing of it waits in the outbox, so whoever made it must make it again. */
export function useChangeErrorText(): (error: unknown) => string {
  const { t } = useLingui()
  const errorText = useErrorText()
  return (error) =>
    asAppError(error).code === 'network.offline.error'
      ? t`The server cannot be reached. Your changes will not be sent later: try again when you are back online.`
      : errorText(error)
}
