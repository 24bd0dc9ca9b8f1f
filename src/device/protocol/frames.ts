/**
 * Turns 64-byte frames into typed messages and back, for both ends of the link. Knows bytes and checksums; knows no order of messages,
 * no time, no USB. All byte offsets of docs/device-protocol.md are in this file and nowhere else: for a bootloader with other offsets, change
 * this file alone. hidReport.ts has the vendor. Numbers are big-endian, unused bytes are 0.
 */
import { byteAt, hexAt, putHex, putU16, putU32, u16At, u32At } from './bigEndian.ts'
import { crc16 } from './crc16.ts'
import { frameBytes } from './hidReport.ts'
import type { DetectorAccessory, DetectorIdentity } from '../detector.ts'

export const chunkBytes = 48
export const successStatus = 1
/** Reply of wait target and erase: not finished yet, ask again. */
export const notYetStatus = 2
/** The type of coils. Accessories of other types are not shown (device document, section 9). */
export const coilTypeId = 127
const checksumOffset = 62
const slots = 10
const slotBytes = 6
const serialBytes = 5
const unknownBattery = 255
const erasedByte = 0xff

export const commands = {
  hello: 1,
  selectTarget: 2,
  waitTarget: 3,
  disconnect: 4,
  readTargetData: 5,
  erase: 6,
  program: 7,
  programComplete: 8,
  listAccessories: 9,
} as const
export type Command = keyof typeof commands

const commandsByCode: readonly (Command | undefined)[] = [
  undefined,
  'hello',
  'selectTarget',
  'waitTarget',
  'disconnect',
  'readTargetData',
  'erase',
  'program',
  'programComplete',
  'listAccessories',
]

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- a command without fields adds nothing to its type
type NoFields = Record<never, never>

type RequestFields = {
  hello: NoFields
  /** 5 bytes as 10 hexadecimal digits. */
  selectTarget: { readonly serialNumber: string }
  waitTarget: NoFields
  disconnect: NoFields
  readTargetData: NoFields
  erase: { readonly imageLengthBytes: number }
  /** `data` is a chunk of 48 bytes; the last chunk of an image is padded with 0xFF. */
  program: { readonly offset: number; readonly data: Uint8Array }
  programComplete: { readonly imageLengthBytes: number; readonly imageCrc16: number }
  listAccessories: NoFields
}
type RequestOf<C extends Command> = C extends Command ? { readonly command: C } & RequestFields[C] : never
export type Request = RequestOf<Command>

type ReplyFields = {
  hello: NoFields
  selectTarget: NoFields
  waitTarget: NoFields
  disconnect: NoFields
  readTargetData: { readonly identity: DetectorIdentity }
  erase: { readonly flashSizeBytes: number; readonly erasedBytes: number }
  /** `nextOffset` is the first byte not yet written. */
  program: { readonly nextOffset: number }
  programComplete: NoFields
  /** All ten slots, empty ones too. */
  listAccessories: { readonly slots: readonly DetectorAccessory[] }
}
export type ReplyOf<C extends Command> = C extends Command ? { readonly type: C; readonly status: number } & ReplyFields[C] : never
export type Reply = ReplyOf<Command>

/** The result of decoding a received frame. */
export type Received = Reply | { readonly type: 'badChecksum' } | { readonly type: 'unknownMessage' }

export function isReplyTo<C extends Command>(command: C, received: Received): received is ReplyOf<C> {
  return received.type === command
}

/** Any request as 64 bytes, including the checksum. */
export function encodeRequest(request: Request): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(frameBytes)
  frame[0] = commands[request.command]
  switch (request.command) {
    case 'selectTarget':
      putHex(frame, 1, request.serialNumber)
      break
    case 'erase':
      putU32(frame, 1, request.imageLengthBytes)
      break
    case 'program':
      return encodeProgram(request.data, 0, frame, request.offset)
    case 'programComplete':
      putU32(frame, 1, request.imageLengthBytes)
      putU16(frame, 5, request.imageCrc16)
      break
    default:
  }
  return withChecksum(frame)
}

/**
 * The request to program the 48 bytes of `image` from `start` on, padded with 0xFF behind the end of the image. It is written into `frame`
 * (64 bytes, zeros or an earlier program frame), because an update sends thousands of them.
 */
export function encodeProgram<Frame extends Uint8Array>(image: Uint8Array, start: number, frame: Frame, offset = start): Frame {
  const chunk = image.subarray(start, start + chunkBytes)
  frame[0] = commands.program
  putU32(frame, 1, offset)
  frame.set(chunk, 5)
  if (chunk.length < chunkBytes) frame.fill(erasedByte, 5 + chunk.length, 5 + chunkBytes)
  return withChecksum(frame)
}

/** Decodes a frame from the detector. Reads the first 64 bytes; a shorter frame counts as a bad checksum. */
export function decodeReply(frame: Uint8Array): Received {
  if (!hasRightChecksum(frame)) return { type: 'badChecksum' }
  const type = commandsByCode[byteAt(frame, 0)]
  const status = byteAt(frame, 1)
  switch (type) {
    case undefined:
      return { type: 'unknownMessage' }
    case 'readTargetData':
      return { type, status, identity: identityAt(frame, 2) }
    case 'erase':
      return { type, status, flashSizeBytes: u32At(frame, 2), erasedBytes: u32At(frame, 6) }
    case 'program':
      return { type, status, nextOffset: u32At(frame, 2) }
    case 'listAccessories':
      return { type, status, slots: Array.from({ length: slots }, (_, slot) => accessoryAt(frame, 2 + slot * slotBytes)) }
    default:
      return { type, status }
  }
}

/** The detector's side of `encodeRequest`; null for a frame that the detector ignores. */
export function decodeRequest(frame: Uint8Array): Request | null {
  if (!hasRightChecksum(frame)) return null
  const command = commandsByCode[byteAt(frame, 0)]
  switch (command) {
    case undefined:
      return null
    case 'selectTarget':
      return { command, serialNumber: hexAt(frame, 1, serialBytes) }
    case 'erase':
      return { command, imageLengthBytes: u32At(frame, 1) }
    case 'program':
      return { command, offset: u32At(frame, 1), data: frame.slice(5, 5 + chunkBytes) }
    case 'programComplete':
      return { command, imageLengthBytes: u32At(frame, 1), imageCrc16: (byteAt(frame, 5) << 8) | byteAt(frame, 6) }
    default:
      return { command }
  }
}

/** The detector's side of `decodeReply`. */
export function encodeReply(reply: Reply): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(frameBytes)
  frame[0] = commands[reply.type]
  frame[1] = reply.status
  switch (reply.type) {
    case 'readTargetData':
      putIdentity(frame, 2, reply.identity)
      break
    case 'erase':
      putU32(frame, 2, reply.flashSizeBytes)
      putU32(frame, 6, reply.erasedBytes)
      break
    case 'program':
      putU32(frame, 2, reply.nextOffset)
      break
    case 'listAccessories':
      for (const [slot, accessory] of reply.slots.slice(0, slots).entries()) {
        putHex(frame, 2 + slot * slotBytes, accessory.serialNumber)
        frame[2 + slot * slotBytes + serialBytes] = accessory.accessoryTypeId
      }
      break
    default:
  }
  return withChecksum(frame)
}

/** Writes the checksum of the first 62 bytes into the last two. Exported for frames of unknown type. */
export function withChecksum<Frame extends Uint8Array>(frame: Frame): Frame {
  putU16(frame, checksumOffset, crc16(frame, checksumOffset))
  return frame
}

function hasRightChecksum(frame: Uint8Array): boolean {
  return frame.length >= frameBytes && crc16(frame, frameBytes) === 0
}

function identityAt(frame: Uint8Array, at: number): DetectorIdentity {
  const battery = byteAt(frame, at + 10)
  return {
    protocolVersion: byteAt(frame, at),
    serialNumber: hexAt(frame, at + 1, serialBytes),
    productTypeId: u16At(frame, at + 6),
    materialVersion: byteAt(frame, at + 8),
    language: byteAt(frame, at + 9),
    batteryPercent: battery > 100 ? null : battery,
    productionDate: dateText(u16At(frame, at + 11), byteAt(frame, at + 13), byteAt(frame, at + 14)),
  }
}

function putIdentity(frame: Uint8Array, at: number, identity: DetectorIdentity): void {
  const [year = 0, month = 0, day = 0] = (identity.productionDate ?? '').split('-').map(Number)
  frame[at] = identity.protocolVersion
  putHex(frame, at + 1, identity.serialNumber)
  putU16(frame, at + 6, identity.productTypeId)
  frame[at + 8] = identity.materialVersion
  frame[at + 9] = identity.language
  frame[at + 10] = identity.batteryPercent ?? unknownBattery
  putU16(frame, at + 11, year)
  frame[at + 13] = month
  frame[at + 14] = day
}

function accessoryAt(frame: Uint8Array, at: number): DetectorAccessory {
  return { serialNumber: hexAt(frame, at, serialBytes), accessoryTypeId: byteAt(frame, at + serialBytes) }
}

/** "2025-04-30", or null for a date that does not exist, such as the zeros of a detector without a date. */
function dateText(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isRealDay = year >= 1970 && year <= 9999 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isRealDay ? date.toISOString().slice(0, 10) : null
}
