import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PublishedArticle } from '../../../../contract/publishedNews.ts'
import { asAppError } from '../../../../errors.ts'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { formatDate } from '../../../i18n/formatDate.ts'
import { FailedQuery } from '../../../kit/failures/Failed.tsx'
import { AsOf } from '../../../kit/pages/AsOf.tsx'
import { BackLink } from '../../../kit/pages/BackLink.tsx'
import { Empty } from '../../../kit/pages/Empty.tsx'
import { usePageTitle } from '../../../kit/pages/usePageTitle.ts'
import { Card, CardContent } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ArticleText, Thumbnail, thumbnailAddress } from '../Article.tsx'
import { useMarkRead } from './useMarkRead.ts'

/** An article as readers see it. Opening it marks it as read. */
export function PublishedArticleScreen() {
  const id = Number(useParams({ strict: false, select: ({ newsId }) => newsId }))
  // No other address leads to an article: without a call, as an id that is unknown.
  return Number.isSafeInteger(id) && id > 0 ? <Loaded key={id} id={id} /> : <Missing />
}

function Loaded({ id }: { id: number }) {
  const { t } = useLingui()
  const article = useQuery(queryOf(api.publishedNews.get, { params: { id } }))
  useMarkRead(article)
  if (article.isError && asAppError(article.error).code === 'resource.not.found') return <Missing />
  return (
    <div className="flex w-full max-w-3xl flex-col gap-4">
      <BackLink link={{ to: '/articles/index' }} label={t`News`} />
      {article.data !== undefined && (
        <>
          <AsOf query={article} />
          <Article article={article.data} />
        </>
      )}
      {article.data === undefined && (
        <Unloaded>
          {article.isError && (
            <FailedQuery query={article} stillWorks={<Trans>Articles that you have read on this computer are still there.</Trans>} />
          )}
        </Unloaded>
      )}
    </div>
  )
}

function Article({ article }: { article: PublishedArticle }) {
  const { title, publishedAt, content } = article
  usePageTitle(title)
  const thumbnail = thumbnailAddress(article)
  return (
    <Card>
      <CardContent>
        <article className="flex flex-col gap-5">
          <header className="flex flex-col gap-1">
            <h1 className="text-2xl font-semibold wrap-anywhere text-balance">{title}</h1>
            <time dateTime={publishedAt} className="text-sm text-muted-foreground">
              {formatDate(publishedAt)}
            </time>
          </header>
          {thumbnail !== null && <Thumbnail src={thumbnail} />}
          <ArticleText html={content} />
        </article>
      </CardContent>
    </Card>
  )
}

/** `children`: why it could not be loaded; false while it loads. */
function Unloaded({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const title = t`News`
  usePageTitle(title)
  return (
    <>
      <h1 className="text-lg font-semibold text-muted-foreground">{title}</h1>
      {children || <Skeleton className="h-80 w-full rounded-xl!" />}
    </>
  )
}

/** It was deleted, or never was. */
function Missing() {
  const { t } = useLingui()
  const title = t`Not found`
  usePageTitle(title)
  return (
    <div className="flex w-full max-w-3xl flex-col gap-4">
      <BackLink link={{ to: '/articles/index' }} label={t`News`} />
      <h1 className="text-xl font-semibold">{title}</h1>
      <Empty icon={SearchX} title={<Trans>This article does not exist, or is no longer published.</Trans>} />
    </div>
  )
}
