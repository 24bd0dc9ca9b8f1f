/** The storage that the configuration names: a bucket, or the folder `files` in DATA_DIR. */
import { join } from 'node:path'
import type { Config } from '../config/readConfig.ts'
import { openFolderStorage, type Storage } from './storage.ts'

/** Throws an error with a readable sentence if the bucket cannot be used. */
export async function openStorage({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): Promise<Storage> {
  if (bucket === undefined) return openFolderStorage(join(dataDir, 'files'))
  // The SDK is large, and its later releases need a later Node than ours: nobody else loads it.
  const { openBucketStorage } = await import('./bucketStorage.ts')
  return openBucketStorage(bucket)
}
