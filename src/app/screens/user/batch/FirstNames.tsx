import { Plural, useLingui } from '@lingui/react/macro'
import type { TableSelection } from '../../../kit/table/selection/useTableSelection.ts'

/** "Ada Field, Bob Stone and 9 others." */
export function FirstNames({ selection: { names, count } }: { selection: TableSelection }) {
  const { i18n } = useLingui()
  const others = count - names.length
  if (others <= 0) return <>{new Intl.ListFormat(i18n.locale).format(names)}.</>
  const first = names.join(', ')
  return <Plural value={others} one={`${first} and # other.`} other={`${first} and # others.`} />
}
