/**
 * A detector's bootloader, written from docs/device-protocol.md alone. It shares no code with src/device: a mistake there would otherwise be
 * made on both ends of the cable. Knows frames and flash memory; knows no USB and no faults.
 */
export const frameBytes = 64
export const command = {
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

const serialNumber = '0A1B2C3D4E'
const productTypeId = 6
const success = 1
const notYet = 2
const refusal = 3
const chunkBytes = 48
const sectorBytes = 4096
const flashBytesMax = 1024 * 1024
const selectingMs = 250
const erasingMs = 600

type Stage =
  | { readonly name: 'idle' }
  | { readonly name: 'selected'; readonly readyAtMs: number }
  | { readonly name: 'erasing'; readonly lengthBytes: number; readonly beganAtMs: number }
  | { readonly name: 'programming'; readonly lengthBytes: number; readonly nextOffset: number }
  | { readonly name: 'complete'; readonly lengthBytes: number }

export type Bootloader = {
  /** The reply to a request; null for a frame with a bad checksum or of no command. */
  readonly answer: (request: Uint8Array) => Uint8Array | null
  /** What it holds survives; what was under way does not. */
  readonly powerOn: () => void
  readonly flash: () => Uint8Array
  readonly hasValidApplication: () => boolean
  readonly isComplete: () => boolean
  /** Replaces the application by another one. */
  readonly replaceFlash: (bytes: Uint8Array) => void
}

export function createBootloader(): Bootloader {
  let stage: Stage = { name: 'idle' }
  let flash: Uint8Array = new Uint8Array()
  let isValid = true

  function erase(lengthBytes: number): Uint8Array {
    const sizeBytes = Math.ceil(lengthBytes / sectorBytes) * sectorBytes
    const reply = (status: number, erasedBytes: number) => frame(command.erase, status, u32(sizeBytes), u32(erasedBytes))
    if (lengthBytes === 0 || lengthBytes > flashBytesMax || stage.name === 'idle' || stage.name === 'complete') return reply(refusal, 0)
    // Asked again after its success.
    if (stage.name === 'programming' && stage.nextOffset === 0 && stage.lengthBytes === lengthBytes) return reply(success, sizeBytes)
    if (stage.name !== 'erasing' || stage.lengthBytes !== lengthBytes) {
      stage = { name: 'erasing', lengthBytes, beganAtMs: performance.now() }
      flash = new Uint8Array(lengthBytes).fill(0xff)
      isValid = false
    }
    const share = (performance.now() - stage.beganAtMs) / erasingMs
    if (share < 1) return reply(notYet, Math.floor(sizeBytes * share))
    stage = { name: 'programming', lengthBytes, nextOffset: 0 }
    return reply(success, sizeBytes)
  }

  function program(offset: number, chunk: Uint8Array): Uint8Array {
    if (stage.name !== 'programming') return frame(command.program, refusal, u32(0))
    const { lengthBytes, nextOffset } = stage
    if (offset > nextOffset) return frame(command.program, refusal, u32(nextOffset))
    if (offset < nextOffset || offset >= lengthBytes) return frame(command.program, success, u32(nextOffset))
    flash.set(chunk.subarray(0, lengthBytes - offset), offset)
    stage = { name: 'programming', lengthBytes, nextOffset: Math.min(offset + chunkBytes, lengthBytes) }
    return frame(command.program, success, u32(stage.nextOffset))
  }

  function complete(lengthBytes: number, checksum: number): Uint8Array {
    const isWhole = stage.name === 'complete' || (stage.name === 'programming' && stage.nextOffset === stage.lengthBytes)
    if (!isWhole || lengthBytes !== flash.length || checksum !== crc16(flash)) return frame(command.programComplete, refusal)
    stage = { name: 'complete', lengthBytes }
    isValid = true
    return frame(command.programComplete, success)
  }

  function waitTarget(): Uint8Array {
    if (stage.name === 'idle') return frame(command.waitTarget, refusal)
    const isReady = stage.name !== 'selected' || performance.now() >= stage.readyAtMs
    return frame(command.waitTarget, isReady ? success : notYet)
  }

  function answer(request: Uint8Array): Uint8Array | null {
    if (request.length !== frameBytes || crc16(request) !== 0) return null
    const fields = new DataView(request.buffer, request.byteOffset)
    switch (request[0]) {
      case command.hello:
        return frame(command.hello, success)
      case command.selectTarget:
        if (!Buffer.from(serialNumber, 'hex').equals(request.subarray(1, 6))) return frame(command.selectTarget, refusal)
        stage = { name: 'selected', readyAtMs: performance.now() + selectingMs }
        return frame(command.selectTarget, success)
      case command.waitTarget:
        return waitTarget()
      case command.disconnect:
        stage = { name: 'idle' }
        return frame(command.disconnect, success)
      case command.readTargetData:
        return frame(command.readTargetData, success, identity)
      case command.erase:
        return erase(fields.getUint32(1))
      case command.program:
        return program(fields.getUint32(1), request.subarray(5, 5 + chunkBytes))
      case command.programComplete:
        return complete(fields.getUint32(1), fields.getUint16(5))
      case command.listAccessories:
        return frame(command.listAccessories, success)
      default:
        return null
    }
  }

  return {
    answer,
    powerOn: () => {
      stage = { name: 'idle' }
    },
    flash: () => flash.slice(),
    hasValidApplication: () => isValid,
    isComplete: () => stage.name === 'complete',
    replaceFlash: (bytes) => {
      flash = bytes
      isValid = true
    },
  }
}

/** Protocol 2, serial number, product type, hardware 3, language 1, battery 87 %, made on 30 April 2025. */
const identity = Buffer.concat([
  Buffer.from([2]),
  Buffer.from(serialNumber, 'hex'),
  Buffer.from([0, productTypeId, 3, 1, 87, 2025 >> 8, 2025 & 0xff, 4, 30]),
])

/** A reply that is refused, whatever was asked. */
export function refusalOf(request: Uint8Array): Uint8Array {
  return frame(request[0] ?? 0, refusal)
}

/** With a right checksum, of a type that no command has. */
export function unknownMessage(): Uint8Array {
  return frame(0x55, success)
}

/** What somebody else's update hears after its first chunk. */
export function programReply(): Uint8Array {
  return frame(command.program, success, u32(chunkBytes))
}

/** What a host sends first. */
export function helloRequest(): Uint8Array {
  return frame(command.hello, 0)
}

/** What any program may ask at any time: the serial number, the battery. */
export function identityRequest(): Uint8Array {
  return frame(command.readTargetData, 0)
}

function frame(type: number, status: number, ...payload: readonly Uint8Array[]): Uint8Array {
  const bytes = Buffer.alloc(frameBytes)
  Buffer.concat([Buffer.from([type, status]), ...payload]).copy(bytes)
  bytes.writeUInt16BE(crc16(bytes.subarray(0, 62)), 62)
  return bytes
}

function u32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** CRC-16/XMODEM. Of a frame together with its own checksum it is 0. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021
    crc &= 0xffff
  }
  return crc
}
