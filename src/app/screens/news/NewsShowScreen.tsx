import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { BookOpen } from 'lucide-react'
import { news, type ShownNews } from '../../../contract/news.ts'
import { api } from '../../api/api.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { ShowPage } from '../../kit/pages/ShowPage.tsx'
import { Button } from '../../ui/button.tsx'
import { ArticleText, Thumbnail, thumbnailAddress } from './Article.tsx'
import { NewsStatus } from './NewsStatus.tsx'
import { useNewsWords } from './newsWords.ts'

export function NewsShowScreen() {
  const { t } = useLingui()
  const words = useNewsWords()
  return (
    <ShowPage entity="news" words={words} api={api.news} calls={news} actions={renderReadersLink}>
      {(shown) => {
        const thumbnail = thumbnailAddress(shown)
        return (
          <article className="flex flex-col gap-5">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted-foreground">
              <NewsStatus {...shown} />
              <span>
                <span>{t`Last modified`}</span> <time dateTime={shown.lastModifDate}>{formatDateTime(shown.lastModifDate)}</time>
              </span>
              {shown.publishedAt && (
                <span>
                  <span>{t`Published on`}</span> <time dateTime={shown.publishedAt}>{formatDateTime(shown.publishedAt)}</time>
                </span>
              )}
            </p>
            {thumbnail !== null && <Thumbnail src={thumbnail} />}
            <ArticleText html={shown.content} />
          </article>
        )
      }}
    </ShowPage>
  )
}

const renderReadersLink = (shown: ShownNews) => <ReadersLink shown={shown} />

/** Of a published article. */
function ReadersLink({ shown: { id, status } }: { shown: ShownNews }) {
  if (!status) return null
  return (
    <Button asChild variant="outline" size="sm">
      <Link to="/articles/show/$newsId" params={{ newsId: String(id) }}>
        <BookOpen aria-hidden />
        <Trans>As readers see it</Trans>
      </Link>
    </Button>
  )
}
