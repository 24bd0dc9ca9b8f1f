import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { Link } from '@tanstack/react-router'
import { Newspaper } from 'lucide-react'
import { api, serverGaps } from '../api/api.ts'
import { queryOf } from '../api/queryOf.ts'
import { Button } from '../ui/button.tsx'

const shownMax = 99

/** Leads customers to the news, and says how many articles they have not read. An older server has no news for them. */
export function NewsLink() {
  const { t } = useLingui()
  const isOlderServer = useSelector(serverGaps.store, () => serverGaps.lacks('0.2.0'))
  const { data: { total } = { total: 0 } } = useQuery(queryOf(api.publishedNews.countUnread))
  if (isOlderServer) return null
  return (
    <Button asChild variant="ghost" size="sm" className="relative max-sm:px-2">
      <Link to="/articles/index">
        <Newspaper aria-hidden />
        <span className="max-sm:sr-only">{t`News`}</span>
        {total > 0 && <span className="sr-only">{t`${plural(total, { one: '# unread article', other: '# unread articles' })}`}</span>}
        {total > 0 && (
          <span
            aria-hidden
            className="grid h-4.5 min-w-4.5 place-items-center rounded-full bg-primary px-1 text-[0.6875rem] leading-none font-semibold text-primary-foreground tabular-nums max-sm:absolute max-sm:-top-0.5 max-sm:-right-0.5"
          >
            {total > shownMax ? `${shownMax}+` : total}
          </span>
        )}
      </Link>
    </Button>
  )
}
