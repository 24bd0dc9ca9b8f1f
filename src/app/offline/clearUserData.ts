/** Deletes what this browser has stored for a user, for sign-out: firmware, articles and answers for use without a network, unsaved text. */
import { articleImageCache } from '../../images/articleImages.ts'
import { firmwareStore } from './appFirmware.ts'
import { forgetArticles } from './articlePersister.ts'
import { forgetDrafts } from './formDrafts.ts'
import { forgetDropped } from './prefetchFirmware.ts'
import { forgetQueries } from './queryPersister.ts'
import { articleStore, persistedQueryStore } from './queryPersisterStore.ts'

export async function clearUserData(owner: number | null): Promise<void> {
  forgetDropped()
  if (owner !== null)
    await Promise.allSettled([
      firmwareStore.forget(owner),
      forgetQueries(persistedQueryStore, owner),
      forgetArticles(articleStore, (other) => other === owner),
      forgetDrafts(owner),
      caches.delete(articleImageCache),
    ])
}
