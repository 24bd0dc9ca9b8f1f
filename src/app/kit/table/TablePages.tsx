import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ChevronFirst, ChevronLast } from 'lucide-react'
import { everything, perPageOptions } from '../../../contract/rules.ts'
import { Button } from '../../ui/button.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { lastPageOf, type TableState } from './tableState.ts'

const linkCount = 3

type TablePagesProps = {
  totalRows: number
  state: Pick<TableState, 'currentPage' | 'perPage'>
  onChange: (changes: Partial<Pick<TableState, 'currentPage' | 'perPage'>>) => void
}

/** The rows shown, three page links between first and last page, and the rows per page. */
export function TablePages({ totalRows, state: { currentPage, perPage }, onChange }: TablePagesProps) {
  const { t, i18n } = useLingui()
  const pageCount = lastPageOf(totalRows, perPage)
  const first = Math.max(1, Math.min(currentPage - 1, pageCount - linkCount + 1))
  const links = Array.from({ length: Math.min(linkCount, pageCount) }, (_, index) => first + index)
  const [from, to] = [(currentPage - 1) * perPage + 1, Math.min(currentPage * perPage, totalRows)].map((row) => i18n.number(row))
  const go = (page: number) => onChange({ currentPage: page })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm text-muted-foreground">
      <output>
        {perPage === everything || totalRows === 0 || currentPage > pageCount ? (
          <Plural value={totalRows} one="# row" other="# rows" />
        ) : (
          <Trans>
            {from} to {to} of {i18n.number(totalRows)}
          </Trans>
        )}
      </output>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {pageCount > 1 && (
          <nav aria-label={t`Pages`} className="flex items-center gap-1">
            <Button variant="ghost" size="icon-sm" aria-label={t`First page`} disabled={currentPage === 1} onClick={() => go(1)}>
              <ChevronFirst aria-hidden />
            </Button>
            {links.map((page) => (
              <Button
                key={page}
                variant={page === currentPage ? 'secondary' : 'ghost'}
                size="sm"
                className="min-w-8 px-2! tabular-nums"
                aria-label={t`Page ${page}`}
                aria-current={page === currentPage ? 'page' : undefined}
                onClick={() => go(page)}
              >
                {i18n.number(page)}
              </Button>
            ))}
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={t`Last page`}
              disabled={currentPage >= pageCount}
              onClick={() => go(pageCount)}
            >
              <ChevronLast aria-hidden />
            </Button>
          </nav>
        )}
        <div className="w-40">
          <NativeSelect
            aria-label={t`Rows per page`}
            className="h-8!"
            value={perPage}
            onChange={({ target }) => {
              const chosen = perPageOptions.find((option) => String(option) === target.value)
              if (chosen !== undefined) onChange({ perPage: chosen, currentPage: 1 })
            }}
          >
            {perPageOptions.map((option) => (
              <option key={option} value={option}>
                {option === everything ? t`See everything` : t`${option} per page`}
              </option>
            ))}
          </NativeSelect>
        </div>
      </div>
    </div>
  )
}
