/**
 * Gives the device layers the inputs of a report again, and compares what they send and how their calls end. Time comes from the report: a
 * timeout runs where the report has it, not when it is due, so that neither another computer's pace nor changed deadlines matter. Knows no file.
 */
import type { DetectorIdentity } from '../detector.ts'
import type { FrameLink } from '../link/frameLink.ts'
import { createTransport } from '../link/transport.ts'
import { chunkBytes, commands, encodeReply, successStatus, withChecksum } from '../protocol/frames.ts'
import { frameBytes } from '../protocol/hidReport.ts'
import { readRows, type ReportRow } from './flightReport.ts'
import { isSameEnd, makeCall } from './linkCalls.ts'
import { createManualClock } from './manualClock.ts'
import { placeholderImage } from './placeholderImage.ts'
import type { LinkCall, LinkEnd } from './recording.ts'
import { frameOf, programOffset, requestText, typeOf } from './reportText.ts'

export type Replay = {
  /** How each call ended this time, as far as the replay went. */
  readonly ends: readonly LinkEnd[]
  /** The first difference from the report; null if there is none. */
  readonly divergence: Divergence | null
}

type Divergence = {
  /** Index of the report's row, from 0; the number of rows if the layers went on after the last one. */
  readonly row: number
  /** Since the first row. */
  readonly atMs: number
  /** As the report writes it. */
  readonly recorded: string
  readonly replayed: string
}

/** Resolves when all pending promises have continued: after a turn of the event loop. */
type Turn = () => Promise<void>

/** Replays rows that have been validated. */
export async function replay(rows: readonly ReportRow[], turn: Turn): Promise<Replay> {
  const layers = openLayers()
  const { sent, newEnds } = layers
  const ends: LinkEnd[] = []
  const all = [...readRows(rows)]
  const endsSoFar = () => [...ends, ...newEnds]
  try {
    for (const [index, { atMs, row }] of all.entries()) {
      layers.clock.set(atMs)
      const replayed = replayRow(layers, row, ends)
      if (replayed !== null) return { ends: endsSoFar(), divergence: { row: index, atMs, recorded: textOfRow(row), replayed } }
      await turn()
      if (row[1] === 'missing') await bridgeGap(layers, firstRequest(all.slice(index)), turn)
    }
    const atMs = all.at(-1)?.atMs ?? 0
    const isOver = sent.length === 0 && newEnds.length === 0
    const divergence = isOver ? null : { row: rows.length, atMs, recorded: 'nothing', replayed: textOfActual(sent[0], newEnds[0]) }
    return { ends: endsSoFar(), divergence }
  } finally {
    layers.transport.close()
  }
}

type Layers = ReturnType<typeof openLayers>

/** The device layers on a link whose other end is the report. */
function openLayers() {
  const clock = createManualClock()
  /** The requests that the layers sent and the calls that ended, until they are compared. */
  const sent: string[] = []
  const newEnds: LinkEnd[] = []
  const listeners = new Set<(frame: Uint8Array) => void>()
  let image: Uint8Array = new Uint8Array(1)
  const link: FrameLink = {
    send: (frame) => void sent.push(requestText(frame)),
    open: (onFrame) => {
      listeners.add(onFrame)
      return () => listeners.delete(onFrame)
    },
  }
  const transport = createTransport(link, clock, () => {})

  function emit(frame: Uint8Array): void {
    for (const listener of listeners) listener(frame)
  }
  function begin(call: LinkCall): void {
    if (call.name === 'update') image = placeholderImage(call.imageLengthBytes, call.imageCrc16)
    void makeCall(call, image, transport, clock).then((end) => newEnds.push(end))
  }
  /** Gives the layers the input of a row; false for a timeout of which they have none. */
  function apply(row: ReportRow): boolean {
    if (row[1] === 'in') emit(frameOf(row[2], image))
    else if (row[1] === 'began') begin(row[2])
    else if (row[1] === 'lost') transport.close()
    else if (row[1] === 'timer') return clock.fireNext()
    return true
  }
  return { clock, transport, sent, newEnds, emit, apply, imageLengthBytes: () => image.length }
}

/** Applies a row that is an input, or compares a row that is an output. Null if they agree; else what the layers did instead. */
function replayRow({ sent, newEnds, apply }: Layers, row: ReportRow, ends: LinkEnd[]): string | null {
  if (row[1] === 'out') {
    const text = sent.shift()
    return text === row[2] ? null : textOfActual(text, newEnds[0])
  }
  if (row[1] === 'ended') {
    const end = newEnds.shift()
    if (end !== undefined) ends.push(end)
    return end !== undefined && isSameEnd(end, row[2]) ? null : textOfActual(sent[0], end)
  }
  const isQuiet = sent.length === 0 && newEnds.length === 0
  return isQuiet && apply(row) ? null : textOfActual(sent[0], newEnds[0])
}

/** Plays the part that was not kept: every request succeeds, until the layers send `next`, the first request that was kept. */
async function bridgeGap({ clock, sent, newEnds, emit, imageLengthBytes }: Layers, next: string | null, turn: Turn): Promise<void> {
  for (;;) {
    if (next === null || sent[0] === next || newEnds.length > 0) return
    const request = sent.shift()
    if (request !== undefined) emit(successTo(request, imageLengthBytes()))
    else if (!clock.fireNext()) return
    await turn()
  }
}

function textOfActual(sent: string | undefined, end: LinkEnd | undefined): string {
  if (sent !== undefined) return `out ${sent}`
  return end === undefined ? 'nothing' : `ended ${JSON.stringify(end)}`
}

function textOfRow([, what, detail]: ReportRow): string {
  if (detail === undefined) return what
  return `${what} ${typeof detail === 'object' ? JSON.stringify(detail) : detail}`
}

function firstRequest(rows: readonly { readonly row: ReportRow }[]): string | null {
  for (const { row } of rows) if (row[1] === 'out') return row[2]
  return null
}

/** A possible one: with zeros alone the connection would end. */
const anyIdentity: DetectorIdentity = {
  serialNumber: '0000000001',
  productTypeId: 1,
  materialVersion: 1,
  protocolVersion: 1,
  language: 0,
  batteryPercent: null,
  productionDate: null,
}

/** The reply with which an update of `imageLengthBytes` goes on. */
function successTo(request: string, imageLengthBytes: number): Uint8Array {
  const offset = programOffset(request)
  if (offset !== null) {
    return encodeReply({ type: 'program', status: successStatus, nextOffset: Math.min(offset + chunkBytes, imageLengthBytes) })
  }
  const type = typeOf(request)
  if (type === commands.readTargetData) return encodeReply({ type: 'readTargetData', status: successStatus, identity: anyIdentity })
  const frame = new Uint8Array(frameBytes)
  frame.set([type || commands.hello, successStatus])
  return withChecksum(frame)
}
