import type { Recording } from '../../../device/recorder/recording.ts'
import { saveFile } from '../../browser/saveFile.ts'
import { type ReportContext, writeReport } from './writeReport.ts'

/** Offers the report of a recording as a download. */
export async function saveReport(recording: Recording, choice: Pick<ReportContext, 'areSerialNumbersLeftOut' | 'firmware'>): Promise<void> {
  const file = await writeReport(recording, { ...choice, userAgent: navigator.userAgent, now: new Date() })
  saveFile(file, file.name)
}
