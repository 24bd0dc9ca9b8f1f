import { useLingui } from '@lingui/react/macro'
import type { ErrorCode } from '../../../../errors.ts'
import { useContact } from '../../../api/useConfiguration.ts'
import { usePercentText } from '../../../i18n/measures.ts'
import { useBatteryPercent } from '../../../detector/detectorStore.ts'
import { lowBatteryPercent } from '../../../update/checks/checks.ts'
import { type LearnedAdvice, learnedAdvice } from '../../../update/learnedAdvice.ts'

type Failure = {
  readonly cause: ErrorCode
  readonly timesInRow: number
  /** Whether a report can be saved beside the text. */
  readonly hasReport: boolean
}

type Learned = {
  readonly advice: LearnedAdvice | null
  readonly text: string | null
}

/** What to try after the same failure again. Null while the advice for the failure alone is right. Names support only where there is one. */
export function useLearnedAdvice({ cause, timesInRow, hasReport }: Failure): Learned {
  const { t } = useLingui()
  const contact = useContact()
  const batteryPercent = useBatteryPercent()
  const percentText = usePercentText()
  const advice = learnedAdvice(cause, timesInRow, batteryPercent !== null && batteryPercent < lowBatteryPercent)

  function supportText(): string {
    if (contact === null)
      return hasReport
        ? t`This has happened ${timesInRow} times in a row. Try another computer, and save the report below.`
        : t`This has happened ${timesInRow} times in a row. Try another computer.`
    return hasReport
      ? t`This has happened ${timesInRow} times in a row. Save the report below and send it to support.`
      : t`This has happened ${timesInRow} times in a row. Contact support.`
  }
  switch (advice) {
    case null:
      return { advice, text: null }
    case 'cable':
      return { advice, text: t`This has happened ${timesInRow} times in a row. Try another cable or another USB port, without a hub.` }
    case 'battery':
      return {
        advice,
        text: t`This has happened ${timesInRow} times in a row, and the detector’s battery has ${percentText(batteryPercent ?? 0)}. Charge it, then try again.`,
      }
    case 'support':
      return { advice, text: supportText() }
  }
}
