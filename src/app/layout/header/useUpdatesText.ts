import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

/** "2 updates available"; empty where there is none. */
export function useUpdatesText(): (count: number) => string {
  const { t } = useLingui()
  return (count) => (count === 0 ? '' : t`${plural(count, { one: '# update available', other: '# updates available' })}`)
}
