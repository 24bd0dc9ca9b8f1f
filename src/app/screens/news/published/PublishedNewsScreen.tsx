import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ChevronDown, Newspaper } from 'lucide-react'
import type { PublishedRow } from '../../../../contract/publishedNews.ts'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { formatDate } from '../../../i18n/formatDate.ts'
import { FailedQuery } from '../../../kit/failures/Failed.tsx'
import { AsOf } from '../../../kit/pages/AsOf.tsx'
import { Empty } from '../../../kit/pages/Empty.tsx'
import { usePageTitle } from '../../../kit/pages/usePageTitle.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SmallThumbnail } from '../SmallThumbnail.tsx'

/** What the maker has published, newest first. The address says how many pages are open, so that Back finds them again. */
export function PublishedNewsScreen() {
  const { t } = useLingui()
  const pages = useSearch({ strict: false, select: ({ pages: open }) => (typeof open === 'number' ? open : 1) })
  const title = t`News`
  usePageTitle(title)
  return (
    <div className="flex w-full max-w-3xl flex-col gap-5">
      <h1 className="text-2xl font-semibold">{title}</h1>
      <Articles at={1} pages={pages} />
    </div>
  )
}

type ArticlesProps = {
  /** Which page this is, from 1; each asks for the one after it. */
  at: number
  pages: number
  before?: number
}

function Articles({ at, pages, before }: ArticlesProps) {
  const page = useQuery(queryOf(api.publishedNews.getPage, { query: before === undefined ? {} : { before } }))
  if (page.data === undefined) {
    if (!page.isError) return <Loading />
    return <FailedQuery query={page} />
  }
  const { articles, next } = page.data
  return (
    <>
      {at === 1 && <AsOf query={page} />}
      {articles.length === 0 && <NoNews />}
      {articles.length > 0 && (
        <ul className="flex flex-col gap-3">
          {articles.map((article) => (
            <ArticleRow key={article.id} article={article} />
          ))}
        </ul>
      )}
      {next !== null && at < pages && <Articles at={at + 1} pages={pages} before={next} />}
      {next !== null && at === pages && (
        <Button asChild variant="outline" className="self-center">
          <Link to="/articles/index" search={{ pages: pages + 1 }} replace resetScroll={false}>
            <ChevronDown aria-hidden />
            <Trans>Older articles</Trans>
          </Link>
        </Button>
      )}
    </>
  )
}

function ArticleRow({ article: { id, title, publishedAt, isRead, thumbnail } }: { article: PublishedRow }) {
  return (
    <li>
      <Link
        to="/articles/show/$newsId"
        params={{ newsId: String(id) }}
        className="flex items-center gap-4 rounded-lg border bg-card p-3 transition-colors duration-100 hover:bg-accent/40"
      >
        <SmallThumbnail base64={thumbnail} className="h-16 w-24" />
        <span className="flex min-w-0 flex-col gap-1">
          <span className={cn('wrap-anywhere text-balance', !isRead && 'font-semibold')}>{title}</span>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted-foreground">
            <time dateTime={publishedAt}>{formatDate(publishedAt)}</time>
            {!isRead && (
              <Badge>
                <Trans context="article">Unread</Trans>
              </Badge>
            )}
          </span>
        </span>
      </Link>
    </li>
  )
}

function NoNews() {
  return (
    <Empty icon={Newspaper} title={<Trans>No news yet</Trans>}>
      <Trans>New firmwares, rallies and advice will be announced here.</Trans>
    </Empty>
  )
}

/** In the shape of a few articles. */
function Loading() {
  return (
    <div aria-busy className="flex flex-col gap-3">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-22.5 w-full rounded-lg!" />
      ))}
    </div>
  )
}
