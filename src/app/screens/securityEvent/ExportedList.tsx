import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ExportDetails } from '../../../contract/securityLog.ts'
import { menuEntries } from '../../session/screens.ts'

/** What somebody exported, with a link to the list as it was filtered: its own screen says the filters in words. */
export function ExportedList({ details: { list, format, rows, filters, isSearch } }: { details: ExportDetails }) {
  const { i18n } = useLingui()
  const screen = menuEntries.find(({ path }) => path === `/${list}/index`)
  const filterCount = Object.keys(filters).length
  return (
    <span>
      {screen === undefined ? (
        list
      ) : (
        <Link to={screen.path} search={{ filters }} className="rounded-sm text-primary hover:underline">
          {i18n._(screen.menu.label)}
        </Link>
      )}{' '}
      · {format === 'xlsx' ? 'Excel' : 'CSV'} · <Plural value={rows} one="# row" other="# rows" />
      {filterCount > 0 && (
        <>
          {' '}
          · <Plural value={filterCount} one="# filter" other="# filters" />
        </>
      )}
      {isSearch && (
        <>
          {' '}
          · <Trans>with a search</Trans>
        </>
      )}
    </span>
  )
}
