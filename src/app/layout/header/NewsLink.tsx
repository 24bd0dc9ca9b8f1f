import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Newspaper } from 'lucide-react'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { useServerLacks } from '../../api/useServerLacks.ts'
import { CountBadge } from './CountBadge.tsx'
import { HeaderLink } from './HeaderLink.tsx'

/** Leads customers to the news, and says how many articles they have not read. An older server has no news for them. */
export function NewsLink() {
  const { t } = useLingui()
  const isOlderServer = useServerLacks('0.2.0')
  const { data: { total } = { total: 0 } } = useQuery(queryOf(api.publishedNews.countUnread))
  if (isOlderServer) return null
  const unread = t`${plural(total, { one: '# unread article', other: '# unread articles' })}`
  return <HeaderLink to="/articles/index" icon={Newspaper} label={t`News`} badge={<CountBadge count={total} label={unread} />} />
}
