/** Notes the progress of a running update in the journal, for the next visit in case this page ends. Knows no detector. */
import type { UpdateFailure, UpdateState } from '../../../device/update/updateState.ts'
import type { Rows, Stored } from '../../browser/browserStore.ts'
import type { JournalRow, UpdatePlace } from '../../detector/updateJournal.ts'

export type UpdateNotes = {
  /** Writes a note when the phase, the percentage or the erase has changed. */
  note(state: UpdateState, percent: number): void
  /** The final position of a failed update: the later of the two phases, and the bytes that the detector confirmed. */
  endOf(failure: Pick<UpdateFailure, 'during' | 'sentBytes' | 'totalBytes'>, percent: number): UpdatePlace
  /** Whether the detector has confirmed the erase. */
  hasErased(): boolean
  /** Resolves when all notes are on disk, so that the next write to the row comes after them. */
  written(): Promise<void>
}

const phases = ['loading', 'erasing', 'programming', 'completing'] as const satisfies readonly UpdatePlace['during'][]

export function createUpdateNotes(journal: Rows<JournalRow>, row: Stored<JournalRow>): UpdateNotes {
  let place: UpdatePlace = { during: 'loading', percent: 0, hasErased: false, sentBytes: 0, totalBytes: 0 }
  let isFirst = true
  let writing: Promise<void> = Promise.resolve()

  return {
    note(state, percent) {
      if (state.phase === 'succeeded' || state.phase === 'failed') return
      const { phase: during } = state
      const hasErased = place.hasErased === true || during === 'programming' || (state.phase === 'erasing' && state.fraction !== null)
      const isNew = isFirst || place.during !== during || place.percent !== percent || place.hasErased !== hasErased
      const bytes =
        state.phase === 'programming' ? { sentBytes: state.sentBytes, totalBytes: state.totalBytes } : { sentBytes: 0, totalBytes: 0 }
      place = { during, percent, hasErased, ...bytes }
      isFirst = false
      if (!isNew) return
      const stage = { name: 'running', place } as const
      // On a full disk the note is lost; the update continues.
      writing = writing.then(() => journal.replace({ ...row, stage })).catch(() => {})
    },
    endOf({ during, sentBytes, totalBytes }, percent) {
      const end = { ...place, percent, sentBytes, totalBytes }
      if (phases.indexOf(during) <= phases.indexOf(place.during)) return end
      return { ...end, during, hasErased: place.hasErased === true || during === 'programming' || during === 'completing' }
    },
    hasErased: () => place.hasErased === true,
    written: () => writing,
  }
}
