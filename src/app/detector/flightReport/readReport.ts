import * as v from 'valibot'
import { AppError } from '../../../errors.ts'
import { type FlightReport, reportSchema } from './reportSchema.ts'

/** Far more than a report of 100,000 rows: a file that unpacks to more is not a report. */
const maxTextBytes = 32 * 1024 * 1024
const gzipSignature = [0x1f, 0x8b]

/** Reads a report from a file that may hold anything. Throws `report.file.invalid.error` if it is not a report. */
export async function readReport(file: Blob): Promise<FlightReport> {
  try {
    return v.parse(reportSchema, JSON.parse(await textOf(file)))
  } catch (cause) {
    throw new AppError('report.file.invalid.error', { cause })
  }
}

/** The text of a file that is gzipped, or that a person has unpacked. */
async function textOf(file: Blob): Promise<string> {
  const start = new Uint8Array(await file.slice(0, gzipSignature.length).arrayBuffer())
  const isPacked = gzipSignature.every((byte, at) => start[at] === byte)
  const stream = isPacked ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const reader = stream.getReader()
  let text = ''
  let receivedBytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    receivedBytes += value.length
    if (receivedBytes > maxTextBytes) {
      await reader.cancel()
      throw new RangeError('unpacks to more than any report')
    }
    text += decoder.decode(value, { stream: true })
  }
}
