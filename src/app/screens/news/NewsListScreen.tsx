import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { NewsRow } from '../../../contract/news.ts'
import { api } from '../../api/api.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { ListPage } from '../../kit/pages/ListPage.tsx'
import type { ListColumn } from '../../kit/table/listColumn.ts'
import { NewsStatus } from './NewsStatus.tsx'
import { useNewsWords } from './newsWords.ts'
import { SmallThumbnail } from './SmallThumbnail.tsx'

const thumbnailCell = ({ thumbnail }: NewsRow) => <SmallThumbnail base64={thumbnail} className="h-7 w-10.5" />
const statusCell = (row: NewsRow) => <NewsStatus {...row} />
const dateCell = ({ lastModifDate }: NewsRow) => <time dateTime={lastModifDate}>{formatDateTime(lastModifDate)}</time>

export function NewsListScreen() {
  const { t } = useLingui()
  const words = useNewsWords()
  const columns = useMemo(
    (): ListColumn<NewsRow>[] => [
      { id: 'thumbnail', header: t`Thumbnail`, cell: thumbnailCell, isPicture: true },
      { id: 'title', header: t`Title`, cell: ({ title }) => title, isSortable: true, isLink: true },
      { id: 'status', header: t`Status`, cell: statusCell, isSortable: true },
      {
        id: 'lastModifDate',
        header: t`Last modified`,
        cell: dateCell,
        isSortable: true,
      },
    ],
    [t],
  )
  const filters = useMemo(
    () => ({
      status: { label: t`Status`, values: { true: t`Published`, false: t`Draft` } },
      lastModifDate: { label: t`Last modified` },
    }),
    [t],
  )
  return <ListPage entity="news" words={words} api={api.news} columns={columns} filters={filters} nameOf={({ title }) => title} />
}
