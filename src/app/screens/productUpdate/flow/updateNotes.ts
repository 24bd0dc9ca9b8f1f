/** Notes in the journal how far a running update is, so that the next visit knows if this one ends. Knows no detector. */
import type { UpdateState } from '../../../../device/workerApi.ts'
import type { Kept, Rows } from '../../../browserStore.ts'
import type { JournalRow, UpdatePlace } from '../../../updateJournal.ts'
import { linkProgress } from './updateProgress.ts'

/** Often enough for a percentage, seldom enough for a slow disk. A change of phase is noted at once. */
const noteEveryMs = 1_000

export type UpdateNotes = {
  hear(state: UpdateState): void
  place(): UpdatePlace | null
  /** Once what was noted is on disk: whoever writes the row next comes after it. */
  written(): Promise<void>
}

export function createUpdateNotes(journal: Rows<JournalRow>, row: Kept<JournalRow>, now: () => Date): UpdateNotes {
  let place: UpdatePlace | null = null
  let noted: { during: UpdatePlace['during']; atMs: number } | null = null
  let writing: Promise<void> = Promise.resolve()

  return {
    hear(state) {
      if (state.phase === 'succeeded' || state.phase === 'failed') return
      const { phase: during } = state
      const percent = Math.max(Math.floor(linkProgress(state).fraction * 100), place?.percent ?? 0)
      const bytes =
        state.phase === 'programming' ? { sentBytes: state.sentBytes, totalBytes: state.totalBytes } : { sentBytes: 0, totalBytes: 0 }
      place = { during, percent, ...bytes }
      const atMs = now().getTime()
      if (noted?.during === during && atMs - noted.atMs < noteEveryMs) return
      noted = { during, atMs }
      const stage = { name: 'running', place } as const
      // A disk that is full costs the note, not the update.
      writing = writing.then(() => journal.replace({ ...row, stage })).catch(() => {})
    },
    place: () => place,
    written: () => writing,
  }
}
