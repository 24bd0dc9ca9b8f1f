import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failed } from '../../../kit/failures/Failed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

type LoadedProps<Row> = { query: UseQueryResult<readonly Row[]>; empty: ReactNode; label: string; children: (row: Row) => ReactNode }

/** The rows of one section, in each of its states. */
export function Loaded<Row>({ query: { data, isPending, isError, error, refetch, isFetching }, empty, label, children }: LoadedProps<Row>) {
  if (isPending) return <Skeleton className="h-16 w-full" />
  if (isError && data === undefined) return <Failed error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (data?.length === 0) return <p className="text-sm text-muted-foreground">{empty}</p>
  return (
    <ul aria-label={label} className="flex flex-col divide-y divide-border/60 text-sm">
      {data?.map(children)}
    </ul>
  )
}
