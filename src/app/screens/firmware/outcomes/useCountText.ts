import { selectOrdinal } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

/** "2nd count": resuming by hand starts a new one. */
export function useCountText(): (round: number) => string {
  const { t } = useLingui()
  return (round) => t`${selectOrdinal(round, { one: '#st count', two: '#nd count', few: '#rd count', other: '#th count' })}`
}
