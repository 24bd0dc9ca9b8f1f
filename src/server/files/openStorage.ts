/** The storage that the configuration names. */
import { join } from 'node:path'
import type { Config } from '../config/readConfig.ts'
import { openFolderStorage, type Storage } from './storage.ts'

export function openStorage({ dataDir }: Pick<Config, 'dataDir'>): Storage {
  return openFolderStorage(join(dataDir, 'files'))
}
