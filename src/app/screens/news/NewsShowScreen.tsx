import { useLingui } from '@lingui/react/macro'
import { news } from '../../../contract/news.ts'
import { api } from '../../api/api.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { ShowPage } from '../../kit/pages/ShowPage.tsx'
import { ArticleText, Thumbnail, thumbnailAddress } from './Article.tsx'
import { NewsStatus } from './NewsStatus.tsx'
import { useNewsWords } from './newsWords.ts'

export function NewsShowScreen() {
  const { t } = useLingui()
  const words = useNewsWords()
  return (
    <ShowPage entity="news" words={words} api={api.news} calls={news}>
      {(shown) => {
        const thumbnail = thumbnailAddress(shown)
        return (
          <article className="flex flex-col gap-5">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted-foreground">
              <NewsStatus isPublished={shown.status} />
              <span>
                {t`Last modified`} <time dateTime={shown.lastModifDate}>{formatDateTime(shown.lastModifDate)}</time>
              </span>
            </p>
            {thumbnail !== null && <Thumbnail src={thumbnail} />}
            <ArticleText html={shown.content} />
          </article>
        )
      }}
    </ShowPage>
  )
}
