/** Notes in the journal how far a running update is, so that the next visit knows if this one ends. Knows no detector. */
import type { UpdateFailure, UpdateState } from '../../../../device/update/updateState.ts'
import type { Rows, Stored } from '../../../browser/browserStore.ts'
import type { JournalRow, UpdatePlace } from '../../../detector/updateJournal.ts'

export type UpdateNotes = {
  /** Noted where the phase, the percentage or the erase is another than before. */
  note(state: UpdateState, percent: number): void
  /** How far it came at last, with how it failed: the phase that is further of the two, and what the detector has confirmed. */
  endOf(failure: Pick<UpdateFailure, 'during' | 'sentBytes' | 'totalBytes'>, percent: number): UpdatePlace
  /** The detector has said that it erases. */
  hasErased(): boolean
  /** Once what was noted is on disk: whoever writes the row next comes after it. */
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
      // A disk that is full costs the note, not the update.
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
