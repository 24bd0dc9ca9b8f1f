/** Updates that left a detector waiting in update mode, kept until it has been finished. Knows the journal; no detector and no server. */
import type { Kept, Rows } from '../../../browserStore.ts'
import { type FailedUpdate, type JournalRow, needsFinishing, type UpdatePlace, type UpdateTarget } from '../../../updateJournal.ts'
import { programmedFraction } from './updateProgress.ts'

export type StoppedUpdate = { readonly row: Kept<JournalRow>; readonly place: UpdatePlace }

export type StoppedUpdates = {
  /** Those of whoever is signed in, the same array until it changes. */
  list(): readonly StoppedUpdate[]
  /** Reads the journal again and tells who listens. */
  find(): Promise<void>
  /** Keeps a reported failure for as long as its detector needs finishing. */
  keep(row: Kept<JournalRow>, place: UpdatePlace): Promise<void>
  /** This detector has its firmware. */
  settle(target: UpdateTarget): Promise<void>
  /** The person does not want to be asked any more. */
  forget(stopped: StoppedUpdate): Promise<void>
}

export function createStoppedUpdates(journal: Rows<JournalRow>, owner: () => number | null, onChange: () => void): StoppedUpdates {
  let found: readonly StoppedUpdate[] = []

  async function find(): Promise<void> {
    const rows = await journal.all()
    found = rows.flatMap((row) => (row.owner === owner() && row.stage.name === 'stopped' ? [{ row, place: row.stage.place }] : []))
    onChange()
  }
  async function drop({ userProductId }: UpdateTarget): Promise<void> {
    for (const { row } of found) if (row.target.userProductId === userProductId) await journal.delete(row.sequence)
  }

  return {
    list: () => found,
    find,
    async keep(row, place) {
      if (needsFinishing(place)) {
        await drop(row.target)
        await journal.replace({ ...row, stage: { name: 'stopped', place } })
      } else {
        await journal.delete(row.sequence)
      }
      await find()
    },
    async settle(target) {
      await drop(target)
      await find()
    },
    async forget({ row }) {
      await journal.delete(row.sequence)
      await find()
    },
  }
}

/** Before the detector was asked anything. */
export const nowhere: UpdatePlace = { during: 'loading', percent: 0, sentBytes: 0, totalBytes: 0 }

/** Where an update failed, in terms of its bar: where that stood, or further where the detector confirmed more since. */
export function placeOf({ during, sentBytes, totalBytes }: FailedUpdate, noted: UpdatePlace | null): UpdatePlace {
  if (during === 'download' || during === 'record') return nowhere
  const programmed = sentBytes === 0 ? 0 : programmedFraction(sentBytes / totalBytes)
  const percent = Math.max(Math.floor(programmed * 100), noted?.percent ?? 0)
  return { during, percent, sentBytes, totalBytes }
}
