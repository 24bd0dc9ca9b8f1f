import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { AsOf } from '../../../kit/pages/AsOf.tsx'
import { FailedQuery } from '../../../kit/failures/Failed.tsx'
import { Card, CardAction, CardContent, CardHeader, CardTitle } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

type OwnListProps<Item> = {
  title: ReactNode
  query: UseQueryResult<readonly Item[]>
  /** Waits for something else that its items show: they would move when it came. */
  isWaiting?: boolean
  /** Shown when the list is empty. */
  empty: ReactNode
  stillWorks: ReactNode
  /** A button at the end of the title's line. */
  action?: ReactNode
  children: (items: readonly Item[]) => ReactNode
}

/** One of the page's lists: pending, failed, empty or filled. Knows no item. */
export function OwnList<Item>({ title, query, isWaiting = false, empty, stillWorks, action, children }: OwnListProps<Item>) {
  const headingId = useId()
  const focusKeeper = useFocusKeeper()
  return (
    <section aria-labelledby={headingId} tabIndex={-1} className="rounded-xl" {...focusKeeper}>
      <Card>
        <CardHeader>
          <CardTitle id={headingId}>{title}</CardTitle>
          {action !== undefined && <CardAction className="-my-1.5 -mr-3">{action}</CardAction>}
        </CardHeader>
        <CardContent className="flex flex-col gap-4">
          <AsOf query={query} />
          {query.data !== undefined && !isWaiting && (query.data.length === 0 ? empty : children(query.data))}
          {query.data === undefined && query.isError && <FailedQuery query={query} stillWorks={stillWorks} />}
          {(query.isPending || (query.isSuccess && isWaiting)) && <Rows />}
        </CardContent>
      </Card>
    </section>
  )
}

/** Moves the focus to the list when the focused row was deleted. */
function useFocusKeeper() {
  const section = useRef<HTMLElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) section.current?.focus()
  })
  return {
    ref: section,
    onFocus: () => void (hadFocus.current = true),
    onBlur: () => void (hadFocus.current = false),
  }
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
