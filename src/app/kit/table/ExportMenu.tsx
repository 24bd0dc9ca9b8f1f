import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Download, FileSpreadsheet, FileText } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { exportSheetRowsMax } from '../../../contract/rules.ts'
import { type ExportFormat, exportFormats, type ListSearch } from '../../../contract/table.ts'
import { useBrowserOnline, useServerReach } from '../../api/useReachability.ts'
import { localDay } from '../../i18n/calendarDay.ts'
import { Button } from '../../ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx'
import type { FilterWords } from './filters/filterWords.ts'
import type { ExportedColumn, ListColumn } from './listColumn.ts'
import type { ExportCall } from './tableQueries.ts'
import { useDownload } from './useDownload.ts'

type ExportMenuProps<Row> = {
  exportRows: ExportCall
  title: string
  columns: readonly ListColumn<Row>[]
  alsoExported: readonly ExportedColumn[] | undefined
  filters: Readonly<Record<string, FilterWords>> | undefined
  /** What the list shows, and how many rows that is. */
  search: ListSearch
  rows: number
  /** Why this reader cannot take these rows away. */
  obstacle: string | undefined
}

/**
 * Saves what the list shows, on all pages, as a file with all columns. The whole file arrives before it is saved, which browsers keep on disk:
 * one that breaks off is never taken for whole, and no address could be opened by anybody else.
 */
export function ExportMenu<Row>({ exportRows, title, columns, alsoExported, filters, search, rows, obstacle }: ExportMenuProps<Row>) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { search: searched, searchSerial, filters: chosen } = search
  const isReached = [useBrowserOnline(), useServerReach()].every(Boolean)
  const downloading = useDownload({
    send: (format: ExportFormat) =>
      exportRows({
        body: {
          search: searched,
          searchSerial,
          filters: chosen,
          format,
          title,
          columns: fileColumns([...columns, ...(alsoExported ?? [])], filters),
        },
      }),
    filename: (format) => `${title}-${localDay(new Date())}.${format}`,
    onSaved: () => void toast.success(t`Export saved`),
  })
  const why = isReached ? (rows === 0 ? t`There is nothing to export.` : obstacle) : t`Exporting needs a connection.`

  function start(format: ExportFormat) {
    setOpen(false)
    downloading.mutate(format)
  }

  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={t`Export`} title={t`Export`} isBusy={downloading.isPending}>
          {!downloading.isPending && <Download aria-hidden />}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t`Export`} className="flex max-w-72 flex-col gap-2 p-3">
        {exportFormats.map((format) => (
          <Button key={format} variant="ghost" size="sm" disabled={why !== undefined || !fits(format, rows)} onClick={() => start(format)}>
            {format === 'xlsx' ? <FileSpreadsheet aria-hidden /> : <FileText aria-hidden />}
            <span className="flex-1 text-left">{format === 'xlsx' ? 'Excel' : 'CSV'}</span>
            <span className="font-normal text-muted-foreground tabular-nums">
              <Plural value={rows} one="# row" other="# rows" />
            </span>
          </Button>
        ))}
        {why !== undefined && <p className="px-3 text-sm text-muted-foreground">{why}</p>}
        {why === undefined && !fits('xlsx', rows) && (
          <p className="px-3 text-sm text-muted-foreground">
            <Trans>Excel files have at most 50,000 rows. Choose CSV, or filter the list.</Trans>
          </p>
        )}
      </PopoverContent>
    </Popover>
  )
}

const fits = (format: ExportFormat, rows: number) => format === 'csv' || rows <= exportSheetRowsMax

/** Their headers, and the words of the filters with the same names. */
function fileColumns(columns: readonly (ExportedColumn & { isPicture?: true })[], filters: Readonly<Record<string, FilterWords>> = {}) {
  return columns.filter(({ isPicture }) => isPicture !== true).map(({ id, header, words = filters[id]?.values }) => ({ id, header, words }))
}
