/** Where bytes are kept: the storage of files, and the disk. */
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { evaluateSpace } from '../alerts/diskNearlyFull.ts'
import type { Config } from '../config/readConfig.ts'
import { fileReserveBytes } from '../db/diskRoom.ts'
import { openStorage } from '../files/openStorage.ts'
import { findFreeSpace, type FreeSpace } from '../installation/freeSpace.ts'
import { fault, notChecked, ok, reasonOf, warning } from './finding.ts'

const probeBytes = 64

/** Writes, reads and removes a file. Storage is addressed by content, and nobody else has these bytes: nothing stored is touched. */
export async function checkStorage(config: Config) {
  const place = config.bucket === undefined ? `the folder ${config.dataDir}/files` : `the bucket ${config.bucket.name}`
  const probe = randomBytes(probeBytes)
  try {
    const storage = await openStorage(config)
    const { sha256 } = await storage.put(probe)
    try {
      const read = await buffer(await storage.open(sha256))
      if (!read.equals(probe)) return fault(`A file comes back changed from ${place}.`, 'See whether the disk or the bucket is sound.')
    } finally {
      await storage.remove(sha256)
    }
    return ok(`A file can be written to ${place}, read and removed.`)
  } catch (error) {
    const whatToDo =
      config.bucket === undefined
        ? 'Let the user of the server write there, or set DATA_DIR to another folder.'
        : 'Correct S3_…, or the rights of its key.'
    return fault(`Files cannot be kept in ${place}: ${reasonOf(error)}.`, whatToDo)
  }
}

export async function checkDisk({ dataDir }: Config, disk: (folder: string) => Promise<FreeSpace | undefined> = findFreeSpace) {
  const space = await disk(dataDir)
  if (space === undefined) return notChecked(`The disk of ${dataDir} does not say how much is free.`)
  const sentence = `${inWords(space.freeBytes)} (${Math.floor(space.percent)} %) of the disk of ${dataDir} are free`
  if (space.freeBytes < fileReserveBytes) return fault(`${sentence}: uploads are refused.`, 'Make room, or move DATA_DIR to a larger disk.')
  if (evaluateSpace(space).verdict === 'raise') return warning(`${sentence}.`, 'Make room, or move DATA_DIR to a larger disk.')
  return ok(`${sentence}.`)
}

function inWords(bytes: number): string {
  const gibibytes = bytes / 1024 ** 3
  return gibibytes >= 1 ? `${gibibytes.toFixed(1)} GiB` : `${Math.floor(bytes / 1024 ** 2)} MiB`
}
