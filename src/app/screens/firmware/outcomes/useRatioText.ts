import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'

/** A likelihood ratio as people read it, "12×" or "1/12×". `logRatio`: its natural logarithm. */
export function useRatioText(): (logRatio: number) => string {
  const { t, i18n } = useLingui()
  return useCallback(
    (logRatio) => {
      const size = Math.exp(Math.min(Math.abs(logRatio), Math.log(most)))
      const text = i18n.number(size < 10 ? Math.round(size * 10) / 10 : Math.round(size))
      const isFraction = logRatio < 0 && size >= 1.05
      const value = isFraction ? `1/${text}` : text
      if (Math.abs(logRatio) <= Math.log(most) + 1e-9) return t`${value}×`
      return isFraction ? t`less than ${value}×` : t`more than ${value}×`
    },
    [t, i18n],
  )
}

/** Beyond it the number says nothing more. */
const most = 10_000
