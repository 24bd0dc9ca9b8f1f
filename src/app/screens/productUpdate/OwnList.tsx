import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Failed } from '../../kit/Failed.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type OwnListProps<Item> = {
  title: ReactNode
  query: UseQueryResult<readonly Item[]>
  /** Shown in place of the list where there is nothing in it. */
  empty: ReactNode
  stillWorks: ReactNode
  children: (items: readonly Item[]) => ReactNode
}

/** One of the page's lists in its four states. Knows no item. */
export function OwnList<Item>({ title, query, empty, stillWorks, children }: OwnListProps<Item>) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <Card>
        <CardHeader>
          <CardTitle id={headingId}>{title}</CardTitle>
        </CardHeader>
        <CardContent>
          {query.data !== undefined && (query.data.length === 0 ? empty : children(query.data))}
          {query.data === undefined && query.isError && (
            <Failed error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} stillWorks={stillWorks} />
          )}
          {query.isPending && <Rows />}
        </CardContent>
      </Card>
    </section>
  )
}

function Rows() {
  return (
    <div className="flex flex-col gap-4" aria-hidden>
      {[0, 1].map((row) => (
        <div key={row} className="flex flex-col gap-2">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-4 w-3/5" />
        </div>
      ))}
    </div>
  )
}
