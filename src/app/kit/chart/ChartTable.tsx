import type { ReactNode } from 'react'
import { cn } from '../../ui/cn.ts'

type ChartTableProps = {
  title: string
  /** The name of the rows, then of the values. */
  columns: readonly [ReactNode, ...ReactNode[]]
  rows: readonly { readonly key: string; readonly name: ReactNode; readonly values: readonly ReactNode[] }[]
  total?: { readonly name: ReactNode; readonly values: readonly ReactNode[] }
  className?: string
}

/** All columns fit a phone. */
const cell = 'px-1.5 first:pl-2 last:pr-2 sm:px-4'

/** The numbers of a chart, for those who do not see it or want them exactly. */
export function ChartTable({ title, columns: [first, ...others], rows, total, className }: ChartTableProps) {
  return (
    <section
      aria-label={title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area must be reachable by keyboard
      tabIndex={0}
      className={cn('max-h-96 overflow-auto rounded-md border', className)}
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{title}</caption>
        <thead className="sticky top-0 bg-card">
          <tr className="border-b text-left text-muted-foreground">
            <th scope="col" className={`${cell} py-2 font-medium`}>
              {first}
            </th>
            {others.map((column, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- a column is its place
              <th key={place} scope="col" className={`${cell} py-2 text-right font-medium`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, values }) => (
            <tr key={key} className="border-b border-border/60">
              <th scope="row" className={`${cell} py-1.5 text-left font-normal tabular-nums`}>
                {name}
              </th>
              {values.map((value, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- a column is its place
                <td key={place} className={`${cell} py-1.5 text-right tabular-nums`}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {total !== undefined && (
          <tfoot className="sticky bottom-0 bg-card font-medium">
            <tr className="border-t">
              <th scope="row" className={`${cell} py-2 text-left font-medium`}>
                {total.name}
              </th>
              {total.values.map((value, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- a column is its place
                <td key={place} className={`${cell} py-2 text-right`}>
                  {value}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}
