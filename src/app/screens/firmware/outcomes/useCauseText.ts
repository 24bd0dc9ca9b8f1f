import { useLingui } from '@lingui/react/macro'
import { silentAfterMs } from '../../../../contract/openUpdate.ts'
import type { ShownOutcomes } from '../../../../contract/shownOutcomes.ts'
import { AppError } from '../../../../errors.ts'
import { useErrorText } from '../../../kit/failures/useErrorText.ts'

type Cause = Pick<ShownOutcomes['failed'][number], 'failure' | 'errorType' | 'firmwareAfter'>

/** How a first attempt failed: the type and phase of its error, or silence, after which a report may still have come. */
export function useCauseText(): (cause: Cause) => string {
  const { t } = useLingui()
  const errorText = useErrorText()

  function reported({ errorType, firmwareAfter }: Cause): string {
    const error = errorType === null ? t`Error` : errorText(new AppError(errorType))
    switch (firmwareAfter) {
      case 'none':
        return t`${error}, after the erase`
      case 'unknown':
        return t`${error}, after the last byte`
      case 'unchanged':
      case null:
        return error
    }
  }

  return (cause) => {
    if (cause.failure === 'reported') return reported(cause)
    const minutes = silentAfterMs / 60_000
    const silence = t`Nothing heard for ${minutes} minutes`
    return cause.errorType === null ? silence : t`${silence}, then: ${reported(cause)}`
  }
}
