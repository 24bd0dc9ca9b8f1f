import type { Recording } from '../../../device/recorder/recording.ts'
import { type ReportContext, writeReport } from './writeReport.ts'

/** Long enough for a browser to ask where to save it. */
const keptMs = 60_000

/** Offers the report of a recording as a download. */
export async function saveReport(recording: Recording, choice: Pick<ReportContext, 'areSerialNumbersLeftOut' | 'firmware'>): Promise<void> {
  const file = await writeReport(recording, { ...choice, userAgent: navigator.userAgent, now: new Date() })
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: file.name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), keptMs)
}
