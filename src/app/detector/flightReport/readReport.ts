/** Reads the file of a report back, whoever gave it. Throws `report.file.invalid.error` for anything else. */
import * as v from 'valibot'
import { AppError } from '../../../errors.ts'
import { type FlightReport, reportSchema } from './reportSchema.ts'

/** A report of 100,000 rows is far below; a file that unpacks to more is no report. */
const textAtMostBytes = 32 * 1024 * 1024
const gzipSignature = [0x1f, 0x8b]

export async function readReport(file: Blob): Promise<FlightReport> {
  try {
    return v.parse(reportSchema, JSON.parse(await textOf(file)))
  } catch (cause) {
    throw new AppError('report.file.invalid.error', { cause })
  }
}

/** The file's text, packed or unpacked by hand. */
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
    if (receivedBytes > textAtMostBytes) {
      await reader.cancel()
      throw new RangeError('unpacks to more than any report')
    }
    text += decoder.decode(value, { stream: true })
  }
}
