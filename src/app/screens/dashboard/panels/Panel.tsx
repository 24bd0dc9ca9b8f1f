import type { ReactNode } from 'react'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

type PanelProps = {
  title: string
  description?: ReactNode
  /** Undefined while loading. */
  rows: readonly ReactNode[] | undefined
  /** Shown where there are none. */
  empty: string
  /** Shown in place of the rows. */
  failure?: ReactNode
}

/** A short ranking beside the chart. */
export function Panel({ title, description, rows, empty, failure }: PanelProps) {
  return (
    <Card className="gap-3! py-4! sm:py-5!">
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        {description !== undefined && <CardDescription>{description}</CardDescription>}
      </CardHeader>
      <CardContent>
        {failure !== undefined ? (
          failure
        ) : rows === undefined ? (
          <Waiting />
        ) : rows.length === 0 ? (
          <p className="text-sm text-muted-foreground">{empty}</p>
        ) : (
          <ul aria-label={title} className="flex flex-col gap-2.5 text-sm">
            {rows}
          </ul>
        )}
      </CardContent>
    </Card>
  )
}

function Waiting() {
  return (
    <div className="flex flex-col gap-3">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-5" />
      ))}
    </div>
  )
}
