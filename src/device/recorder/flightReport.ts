/** Turns a recording into rows that a person can read and replay.ts can run. Knows no file and no page. */
import { chunkBytes, decodeReply, encodeReply, successStatus } from '../protocol/frames.ts'
import { frameBytes } from '../protocol/hidReport.ts'
import { recordedKinds } from './flightRecorder.ts'
import { createPseudonyms, redactedReply, redactedRequest, type RenameSerial } from './redact.ts'
import { damagedText, programOffset, requestText, frameText } from './reportText.ts'
import type { DetectorIdentity } from '../detector.ts'
import type { LinkCall, LinkEnd, LinkMark, Recording } from './recording.ts'

/**
 * One event, with the milliseconds since the row before. `out` and `in` are frames as reportText.ts writes them, or `next`: the request for
 * the following chunk, or the reply that confirms it. An `in` that equals one of our requests is its echo. `timer` is a timeout. `missing` is
 * the number of frames and timeouts that were not kept at this place. `lost`: USB disconnected.
 */
export type ReportRow =
  | readonly [ms: number, what: 'out' | 'in', text: string]
  | readonly [ms: number, what: 'timer' | 'lost']
  | readonly [ms: number, what: 'missing', count: number]
  | readonly [ms: number, what: 'began', call: LinkCall]
  | readonly [ms: number, what: 'ended', end: LinkEnd]

const nextText = 'next'

type DistributiveTail<Row> = Row extends readonly [number, ...infer Tail] ? Readonly<Tail> : never
type RowContent = DistributiveTail<ReportRow>

/** The rows of a recording. `isRedacted` removes all serial numbers. */
export function reportRows(recording: Recording, isRedacted: boolean): ReportRow[] {
  const rows: ReportRow[] = []
  const rename: RenameSerial = isRedacted ? createPseudonyms() : (serialNumber) => serialNumber
  const texts = createTexts(rename, isRedacted)
  let lastTenths: number | null = null

  function add(atMs: number, content: RowContent): void {
    const tenths = Math.round(atMs * 10)
    const ms = (tenths - (lastTenths ?? tenths)) / 10
    lastTenths = tenths
    rows.push([ms, ...content])
  }
  function addMark(mark: LinkMark): void {
    if (mark.what === 'began') add(mark.atMs, ['began', renamedCall(mark.call, rename)])
    else if (mark.what === 'ended') add(mark.atMs, ['ended', mark.end])
    else add(mark.atMs, ['lost'])
  }

  const { missing, kinds, times, frames, marks } = recording
  const running = runningAt(marks, missing)
  if (running !== null) addMark(running)
  if (missing > 0) add(times[0] ?? 0, ['missing', missing])
  const later = marks.filter(({ index }) => index >= missing)
  // Until the first request that is kept, events belong to a request that is not kept.
  let isCut = running !== null && missing > 0
  for (const [place, kind] of kinds.entries()) {
    while (later[0] !== undefined && later[0].index <= missing + place) {
      addMark(later[0])
      later.shift()
      isCut = false
    }
    if (kind === recordedKinds.out) isCut = false
    if (isCut) continue
    const frame = frames.subarray(place * frameBytes, (place + 1) * frameBytes)
    const atMs = times[place] ?? 0
    if (kind === recordedKinds.timer) add(atMs, ['timer'])
    else if (kind === recordedKinds.out) add(atMs, ['out', texts.out(frame)])
    else add(atMs, ['in', texts.in(frame)])
  }
  for (const mark of later) addMark(mark)
  return rows
}

/** Rows with `next` written in full, each with its time since the first row in ms. */
export function* readRows(rows: readonly ReportRow[]): Generator<{ readonly atMs: number; readonly row: ReportRow }> {
  let tenths = 0
  let offset: number | null = null
  for (const row of rows) {
    const [ms, what, text] = row
    tenths += Math.round(ms * 10)
    const atMs = tenths / 10
    if (what === 'out') {
      const written: string = text === nextText && offset !== null ? `program ${offset + chunkBytes}` : text
      offset = programOffset(written) ?? offset
      yield { atMs, row: [ms, what, written] }
    } else if (what === 'in' && text === nextText && offset !== null) {
      yield { atMs, row: [ms, what, confirmedText(offset)] }
    } else {
      yield { atMs, row }
    }
  }
}

/** The identity that the detector sent last; null if it sent none. */
export function identityIn({ kinds, frames }: Recording): DetectorIdentity | null {
  for (let place = kinds.length - 1; place >= 0; place -= 1) {
    if (kinds[place] !== recordedKinds.in) continue
    const reply = decodeReply(frames.subarray(place * frameBytes, (place + 1) * frameBytes))
    if (reply.type === 'readTargetData' && reply.status === successStatus) return reply.identity
  }
  return null
}

/** The call that was under way when the oldest frame that is kept arrived. */
function runningAt(marks: readonly LinkMark[], missing: number): LinkMark | null {
  const last = marks.findLast(({ index }) => index < missing)
  return last?.what === 'began' ? last : null
}

function renamedCall(call: LinkCall, rename: RenameSerial): LinkCall {
  return call.name === 'update' ? { ...call, serialNumber: rename(call.serialNumber) } : call
}

/** Writes the frames of one link, which must come in their order. */
function createTexts(rename: RenameSerial, isRedacted: boolean) {
  /** By their text, to recognize echoes. */
  const requests = new Map<string, Uint8Array>()
  let offset: number | null = null

  function isRequest(frame: Uint8Array): boolean {
    return isSame(requests.get(requestText(frame)), frame)
  }
  function textIn(frame: Uint8Array): string {
    if (decodeReply(frame).type === 'badChecksum') return damagedText(frame, isRedacted)
    if (isRequest(frame)) return requestText(redactedRequest(frame, rename))
    const text = frameText(isRedacted ? redactedReply(frame, rename, isRequest) : frame)
    return offset !== null && text === confirmedText(offset) ? nextText : text
  }
  function textOut(frame: Uint8Array): string {
    requests.set(requestText(frame), frame)
    const before = offset
    offset = programOffset(requestText(frame)) ?? offset
    const isNext = before !== null && offset === before + chunkBytes
    return isNext && requestText(frame) === `program ${offset}` ? nextText : requestText(redactedRequest(frame, rename))
  }
  return { in: textIn, out: textOut }
}

function confirmedText(offset: number): string {
  return frameText(encodeReply({ type: 'program', status: successStatus, nextOffset: offset + chunkBytes }))
}

function isSame(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one !== undefined && one.every((byte, at) => byte === other[at])
}
