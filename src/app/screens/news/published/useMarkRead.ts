import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PublishedArticle } from '../../../../contract/publishedNews.ts'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { useImpersonation } from '../../../session/impersonation.ts'

type Loaded = { readonly data: PublishedArticle | undefined; readonly dataUpdatedAt: number }

/** Marks an unread article as read; again each time it was loaded, if that failed. An administrator who views as a customer marks nothing. */
export function useMarkRead({ data, dataUpdatedAt }: Loaded): void {
  const queryClient = useQueryClient()
  const isViewing = useImpersonation() !== null
  const { mutate } = useMutation({
    mutationFn: (article: PublishedArticle) => api.publishedNews.markRead({ params: { id: article.id } }),
    // Nobody asked for it: without a connection the article stays unread.
    meta: { showsItsErrors: true },
    onSuccess(_, article) {
      const { queryKey } = queryOf(api.publishedNews.get, { params: { id: article.id } })
      queryClient.setQueryData(queryKey, { ...article, isRead: true })
      for (const { queryKey: changed } of [api.publishedNews.getPage, api.publishedNews.countUnread])
        void queryClient.invalidateQueries({ queryKey: changed })
    },
  })
  useEffect(() => {
    // `dataUpdatedAt` alone changes where the same article is loaded again.
    const isLoaded = data !== undefined && dataUpdatedAt > 0
    if (isLoaded && !data.isRead && !isViewing) mutate(data)
  }, [data, dataUpdatedAt, isViewing, mutate])
}
