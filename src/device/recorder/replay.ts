/**
 * Tells the device layers again what a report says they were told, and looks whether they say and end the same. Time is the report's own:
 * a wait runs out where it did, not when it is due, so that another pace of this machine or other deadlines change nothing. Knows no file.
 */
import { readRows, type ReportRow } from './flightReport.ts'
import { chunkBytes, commands, encodeReply, sealed, frameBytes, successStatus } from '../protocol/frames.ts'
import { isSameEnd, makeCall } from './linkCalls.ts'
import { frameOf, programOffset, requestText, typeOf } from './reportText.ts'
import { standInImage } from './placeholderImage.ts'
import { createSteppedClock } from './manualClock.ts'
import { createTransport, type FrameLink } from '../link/transport.ts'
import type { LinkCall, LinkEnd } from '../workerApi.ts'

export type Replay = {
  /** How each call ended this time, as far as it went. */
  readonly ends: readonly LinkEnd[]
  /** Where it first went another way than recorded; null where it did not. */
  readonly divergence: Divergence | null
}

type Divergence = {
  /** Of the report's rows, from 0; their number where it went on after the last. */
  readonly row: number
  /** Since the first row. */
  readonly atMs: number
  /** In the report's own words. */
  readonly recorded: string
  readonly replayed: string
}

/** Resolves when every promise that can go on has gone on: a turn of the event loop. */
type Turn = () => Promise<void>

/** Replays checked rows. */
export async function replay(rows: readonly ReportRow[], turn: Turn): Promise<Replay> {
  const layers = openLayers()
  const { said, fresh } = layers
  const ends: LinkEnd[] = []
  const all = [...readRows(rows)]
  const endsSoFar = () => [...ends, ...fresh]
  try {
    for (const [index, { atMs, row }] of all.entries()) {
      layers.clock.set(atMs)
      const replayed = follow(layers, row, ends)
      if (replayed !== null) return { ends: endsSoFar(), divergence: { row: index, atMs, recorded: wordsOf(row), replayed } }
      await turn()
      if (row[1] === 'missing') await bridge(layers, firstRequest(all.slice(index)), turn)
    }
    const atMs = all.at(-1)?.atMs ?? 0
    const isOver = said.length === 0 && fresh.length === 0
    const divergence = isOver ? null : { row: rows.length, atMs, recorded: 'nothing', replayed: whatWasDone(said[0], fresh[0]) }
    return { ends: endsSoFar(), divergence }
  } finally {
    layers.transport.close()
  }
}

type Layers = ReturnType<typeof openLayers>

/** The device layers on a link whose other end is a report. */
function openLayers() {
  const clock = createSteppedClock()
  /** What they sent and how their calls ended, until somebody looks. */
  const said: string[] = []
  const fresh: LinkEnd[] = []
  const ears = new Set<(frame: Uint8Array) => void>()
  let image: Uint8Array = new Uint8Array(1)
  const link: FrameLink = {
    send: (frame) => void said.push(requestText(frame)),
    open: (onFrame) => {
      ears.add(onFrame)
      return () => ears.delete(onFrame)
    },
  }
  const transport = createTransport(link, clock, () => {})

  function tell(frame: Uint8Array): void {
    for (const ear of ears) ear(frame)
  }
  function begin(call: LinkCall): void {
    if (call.name === 'update') image = standInImage(call.imageLengthBytes, call.imageCrc16)
    void makeCall(call, image, transport, clock).then((end) => fresh.push(end))
  }
  /** Does to them what a row says; false where that cannot be. */
  function undergo(row: ReportRow): boolean {
    if (row[1] === 'in') tell(frameOf(row[2], image))
    else if (row[1] === 'began') begin(row[2])
    else if (row[1] === 'lost') transport.close()
    else if (row[1] === 'timer') return clock.fireNext()
    return true
  }
  return { clock, transport, said, fresh, tell, undergo, imageLengthBytes: () => image.length }
}

/** Does to the layers what a row says, or sees that they did it. Null where it is so; else what they did. */
function follow({ said, fresh, undergo }: Layers, row: ReportRow, ends: LinkEnd[]): string | null {
  if (row[1] === 'out') {
    const text = said.shift()
    return text === row[2] ? null : whatWasDone(text, fresh[0])
  }
  if (row[1] === 'ended') {
    const end = fresh.shift()
    if (end !== undefined) ends.push(end)
    return end !== undefined && isSameEnd(end, row[2]) ? null : whatWasDone(said[0], end)
  }
  const isQuiet = said.length === 0 && fresh.length === 0
  return isQuiet && undergo(row) ? null : whatWasDone(said[0], fresh[0])
}

/** Through what was not kept: to everything asked the answer is that it is done, until what is asked is what was kept next. */
async function bridge({ clock, said, fresh, tell, imageLengthBytes }: Layers, kept: string | null, turn: Turn): Promise<void> {
  for (;;) {
    if (kept === null || said[0] === kept || fresh.length > 0) return
    const asked = said.shift()
    if (asked !== undefined) tell(successTo(asked, imageLengthBytes()))
    else if (!clock.fireNext()) return
    await turn()
  }
}

function whatWasDone(said: string | undefined, end: LinkEnd | undefined): string {
  if (said !== undefined) return `out ${said}`
  return end === undefined ? 'nothing' : `ended ${JSON.stringify(end)}`
}

function wordsOf([, what, detail]: ReportRow): string {
  if (detail === undefined) return what
  return `${what} ${typeof detail === 'object' ? JSON.stringify(detail) : detail}`
}

function firstRequest(rows: readonly { readonly row: ReportRow }[]): string | null {
  for (const { row } of rows) if (row[1] === 'out') return row[2]
  return null
}

/** The reply that lets an update of `imageLengthBytes` go on. */
function successTo(asked: string, imageLengthBytes: number): Uint8Array {
  const offset = programOffset(asked)
  if (offset !== null) {
    return encodeReply({ type: 'program', status: successStatus, nextOffset: Math.min(offset + chunkBytes, imageLengthBytes) })
  }
  const frame = new Uint8Array(frameBytes)
  frame.set([typeOf(asked) || commands.hello, successStatus])
  return sealed(frame)
}
