/** Where scheduled backups are put: a folder, or a bucket. Knows no backup, and removes nothing by itself. */
import type { Config } from '../../config/readConfig.ts'

export type Destination = {
  /** Within a sentence. */
  readonly place: string
  readonly names: () => Promise<readonly string[]>
  /** Visible under its name only when it is whole, and then it survives a power loss. A failure leaves nothing. */
  readonly put: (name: string, content: AsyncIterable<Uint8Array>, signal: AbortSignal) => Promise<void>
  /** Undefined if there is none of this name. */
  readonly read: (name: string) => Promise<Uint8Array | undefined>
  readonly remove: (name: string) => Promise<void>
}

export type BackupPlace = NonNullable<Config['backupTo']>
