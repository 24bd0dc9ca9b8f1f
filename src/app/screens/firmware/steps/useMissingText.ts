import { useLingui } from '@lingui/react/macro'
import type { ObstacleAnswers } from './useObstacleAnswers.ts'

/** Why the step cannot be taken yet, beside its button. */
export function useMissingText(versionName: string): (missing: ObstacleAnswers['missing']) => string | null {
  const { t } = useLingui()
  return (missing) => {
    switch (missing) {
      case 'settle':
        return t`Settle this first.`
      case 'tick':
        return t`Confirm each point first.`
      case 'reason':
        return t`Give a reason first.`
      case 'type':
        return t`Type ${versionName} first.`
      case null:
        return null
    }
  }
}
