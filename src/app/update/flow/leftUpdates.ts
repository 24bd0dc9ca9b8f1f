/** Takes up what an earlier page or another tab has left in the journal. Knows no React and no USB. */
import type { Rows, Stored } from '../../browser/rows/browserStore.ts'
import { type JournalRow, leftBy, type Stage } from '../../detector/updateJournal.ts'
import type { FlowState } from './flowState.ts'
import type { FlowEvent } from './nextFlowState.ts'
import { cutRows, type LocalOutcomes } from '../records/localOutcomes.ts'
import type { createUpdateRecords } from '../records/updateRecords.ts'

type LeftPorts = {
  readonly journal: Rows<JournalRow>
  readonly records: Pick<ReturnType<typeof createUpdateRecords>, 'report' | 'isRefused' | 'release'>
  readonly outcomes: Pick<LocalOutcomes, 'save'>
  readonly isUpdateRunning: () => Promise<boolean>
  readonly state: () => FlowState
  readonly dispatch: (event: FlowEvent) => void
}

/** By whom it was left. A failure is shown by its own tab, which may be about to reload for it. */
export type Left = 'byEarlierVisit' | 'byOtherTab'

/** Shows the first open question or failure, and reports every update whose page was closed. */
export async function takeUpLeftUpdates(owner: number, left: Left, ports: LeftPorts): Promise<void> {
  const rows = (await ports.journal.all()).filter((row) => row.owner === owner)
  const cut = await cutRows(rows, ports.isUpdateRunning)
  for (const row of rows) {
    if (ports.state().step !== 'idle') return
    const { stage } = row
    if (stage.name === 'asking') ports.dispatch({ name: 'asked', row: { ...row, stage } })
    if (stage.name === 'failed' && left === 'byEarlierVisit') await showFailed(row, stage, ports)
    if (cut.includes(row)) await endInterrupted(row, ports)
  }
}

async function showFailed(row: Stored<JournalRow>, { failure, recording, report }: Stage<'failed'>, ports: LeftPorts): Promise<void> {
  const { firmwareAfter: firmwareState, during, percent, sentBytes, totalBytes } = failure
  const isStopped = firmwareState === 'none' && during !== 'download' && during !== 'record'
  const place = isStopped ? { during, percent: percent ?? 0, hasErased: true, sentBytes, totalBytes } : null
  await ports.outcomes.save(row, { firmwareState, place, report })
  ports.dispatch({ name: 'failed', failure, recording })
}

/** Ends an update that no tab runs any more. The erase may have begun just after the last note in the journal. */
async function endInterrupted(row: Stored<JournalRow>, { journal, records, outcomes }: LeftPorts): Promise<void> {
  if (row.stage.name === 'opening' && (await records.isRefused(row.record))) {
    await records.release(row.record)
    await journal.delete(row.sequence)
    return
  }
  const place = row.stage.name === 'running' ? row.stage.place : null
  const after = row.stage.name === 'opening' ? 'unchanged' : leftBy(place?.during === 'loading' ? null : place, row.target)
  const record = { entry: row.record, owner: row.owner }
  const { report } = await records.report(record, { success: false, errorType: 'REPROGRAMMATION_ERROR', firmwareAfter: after })
  await outcomes.save(row, { firmwareState: after, place: after === 'none' ? place : null, report })
}
