import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ExportDetails } from '../../../contract/securityLog.ts'
import { findListEntry } from '../../session/menu.ts'

/** What somebody exported, with a link to the list as it was filtered: its own screen says the filters in words. */
export function ExportedList({ details: { list, format, rows, filters, isSearch } }: { details: ExportDetails }) {
  const { i18n } = useLingui()
  const entry = findListEntry(list)
  const filterCount = Object.keys(filters).length
  return (
    <span>
      {entry === undefined ? (
        list
      ) : (
        <Link to={entry.to} search={{ filters }} className="rounded-sm text-primary hover:underline">
          {i18n._(entry.label)}
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
