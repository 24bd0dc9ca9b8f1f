/** Saves a report among the reader's downloads. */
import type { Recording } from '../../../device/workerApi.ts'
import { type ReportContext, writeReport } from './writeReport.ts'

/** Long enough for a browser to ask where to put it. */
const keptMs = 60_000

export async function saveReport(recording: Recording, choice: Pick<ReportContext, 'areSerialNumbersLeftOut' | 'firmware'>): Promise<void> {
  const file = await writeReport(recording, { ...choice, userAgent: navigator.userAgent, now: new Date() })
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: file.name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), keptMs)
}
