/** Writes a report as a file: JSON that a person can read, one row on a line, gzipped. Loaded when a report is saved. */
import { identityIn, reportRows } from '../../../device/recorder/flightReport.ts'
import type { Recording } from '../../../device/recorder/recording.ts'
import type { FlightReport, ReportedFirmware } from './reportSchema.ts'
import { saveFile } from '../../browser/saveFile.ts'

export type ReportContext = {
  readonly areSerialNumbersLeftOut: boolean
  readonly firmware: ReportedFirmware | null
  readonly userAgent: string
  readonly now: Date
}

const appVersion = builtCommit === null ? builtVersion : `${builtVersion} (${builtCommit.slice(0, 12)})`
const maxUserAgentLength = 500

export async function writeReport(recording: Recording, context: ReportContext): Promise<File> {
  const { areSerialNumbersLeftOut, firmware, userAgent, now } = context
  const identity = identityIn(recording)
  const report = {
    format: 'fieldport flight report',
    version: 1,
    savedAt: now.toISOString(),
    appVersion,
    userAgent: userAgent.slice(0, maxUserAgentLength),
    areSerialNumbersLeftOut,
    detector: identity && { ...identity, serialNumber: areSerialNumbersLeftOut ? null : identity.serialNumber },
    firmware,
    rows: reportRows(recording, areSerialNumbersLeftOut),
  } satisfies FlightReport
  const packed = new Blob([textOf(report)]).stream().pipeThrough(new CompressionStream('gzip'))
  const name = `fieldport-report-${report.savedAt.slice(0, 19).replaceAll(':', '-')}.json.gz`
  return new File([await new Response(packed).arrayBuffer()], name, { type: 'application/gzip' })
}

function textOf({ rows, ...head }: FlightReport): string {
  const lines = rows.map((row) => JSON.stringify(row)).join(',\n')
  return `${JSON.stringify(head, null, 1).slice(0, -2)},\n "rows": [\n${lines}\n]}\n`
}

/** Offers the report of a recording as a download. */
export async function saveReport(recording: Recording, choice: Pick<ReportContext, 'areSerialNumbersLeftOut' | 'firmware'>): Promise<void> {
  const file = await writeReport(recording, { ...choice, userAgent: navigator.userAgent, now: new Date() })
  saveFile(file, file.name)
}
