import { useLingui } from '@lingui/react/macro'
import type { ErrorCode } from '../../../../errors.ts'
import { useContact } from '../../../api/useConfiguration.ts'
import { learnedAdvice } from '../../../update/learnedAdvice.ts'

type Failure = {
  readonly cause: ErrorCode
  readonly timesInRow: number
  /** Whether a report can be saved beside the text. */
  readonly hasReport: boolean
}

/** What to try after the same failure again. Null while the advice for the failure alone is right. Names support only where there is one. */
export function useLearnedAdviceText({ cause, timesInRow, hasReport }: Failure): string | null {
  const { t } = useLingui()
  const contact = useContact()
  switch (learnedAdvice(cause, timesInRow)) {
    case null:
      return null
    case 'cable':
      return t`This is the second time in a row. Try another cable or another USB port, without a hub.`
    case 'battery':
      return t`This is the third time in a row. Charge the detector’s battery, then try again.`
    case 'support':
      if (contact === null)
        return hasReport
          ? t`This has happened ${timesInRow} times in a row. Try another computer, and save the report below.`
          : t`This has happened ${timesInRow} times in a row. Try another computer.`
      return hasReport
        ? t`This has happened ${timesInRow} times in a row. Save the report below and send it to support.`
        : t`This has happened ${timesInRow} times in a row. Contact support.`
  }
}
