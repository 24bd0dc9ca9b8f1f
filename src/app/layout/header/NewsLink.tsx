import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Newspaper } from 'lucide-react'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { CountBadge } from './CountBadge.tsx'
import { HeaderLink } from './HeaderLink.tsx'

/** Leads customers to the news, and says how many articles they have not read. */
export function NewsLink() {
  const { t } = useLingui()
  const { data: { total } = { total: 0 } } = useQuery(queryOf(api.publishedNews.countUnread))
  const unread = t`${plural(total, { one: '# unread article', other: '# unread articles' })}`
  return <HeaderLink to="/articles/index" icon={Newspaper} label={t`News`} badge={<CountBadge count={total} label={unread} />} />
}
