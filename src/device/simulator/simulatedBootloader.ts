/**
 * The bootloader of a simulated detector, as a state machine with flash memory: takes a request, returns a reply. Refuses what a real
 * bootloader would refuse. Knows no link and none of its faults.
 */
import { crc16 } from '../protocol/crc16.ts'
import { chunkBytes, notYetStatus, type Reply, type Request, successStatus } from '../protocol/frames.ts'
import type { SimulatorFaults } from './simulatorFaults.ts'
import type { DetectorAccessory } from '../detector.ts'

export const refusedStatus = 3

const sectorBytes = 4096
const capacityBytes = 64 * 1024 * 1024
/** For this long after select target, wait target answers "not yet". */
const readyAfterMs = 300
const emptySlot: DetectorAccessory = { serialNumber: '0000000000', accessoryTypeId: 0 }

/** Erase needs a selected target, and program needs an erase. */
type State =
  | { readonly name: 'idle' }
  | { readonly name: 'selected'; readonly atMs: number }
  | { readonly name: 'erasing'; readonly imageLengthBytes: number; readonly atMs: number }
  | { readonly name: 'programming'; readonly imageLengthBytes: number; nextOffset: number }
  | { readonly name: 'complete'; readonly imageLengthBytes: number }

export type SimulatedBootloader = {
  answer(request: Request, faults: SimulatorFaults): Reply
  /** After a power cut: flash keeps its content, and whatever was under way is forgotten. */
  restart(): void
  /** A copy of the programmed image, exactly as long as announced. */
  flash(): Uint8Array
  imageLengthBytes(): number
  isApplicationValid(): boolean
}

export function createSimulatedBootloader(now: () => number): SimulatedBootloader {
  let state: State = { name: 'idle' }
  let flash = new Uint8Array()
  let isApplicationValid = true

  function beginErase(imageLengthBytes: number): void {
    isApplicationValid = false
    flash = new Uint8Array(imageLengthBytes).fill(0xff)
    state = { name: 'erasing', imageLengthBytes, atMs: now() }
  }

  function erase(imageLengthBytes: number, faults: SimulatorFaults): Reply {
    const flashSizeBytes = Math.ceil(imageLengthBytes / sectorBytes) * sectorBytes
    const refused = { type: 'erase', status: refusedStatus, flashSizeBytes, erasedBytes: 0 } as const
    if (state.name === 'idle' || imageLengthBytes === 0 || imageLengthBytes > capacityBytes) return refused

    const isErased = state.name === 'programming' && state.nextOffset === 0 && state.imageLengthBytes === imageLengthBytes
    if (isErased) return { type: 'erase', status: successStatus, flashSizeBytes, erasedBytes: flashSizeBytes }

    if (state.name !== 'erasing' || state.imageLengthBytes !== imageLengthBytes) beginErase(imageLengthBytes)
    const share = state.name === 'erasing' ? (now() - state.atMs) / Math.max(1, faults.eraseMs) : 0
    if (share >= 1 && !faults.stallErase) {
      state = { name: 'programming', imageLengthBytes, nextOffset: 0 }
      return { type: 'erase', status: successStatus, flashSizeBytes, erasedBytes: flashSizeBytes }
    }
    const erasedBytes = Math.floor(flashSizeBytes * Math.min(share, faults.stallErase ? 0.4 : 1))
    return { type: 'erase', status: notYetStatus, flashSizeBytes, erasedBytes }
  }

  function program(offset: number, data: Uint8Array): Reply {
    if (state.name !== 'programming') return { type: 'program', status: refusedStatus, nextOffset: 0 }
    if (offset > state.nextOffset) return { type: 'program', status: refusedStatus, nextOffset: state.nextOffset }
    if (offset === state.nextOffset && offset < state.imageLengthBytes) {
      flash.set(data.subarray(0, state.imageLengthBytes - offset), offset)
      state.nextOffset = Math.min(offset + chunkBytes, state.imageLengthBytes)
    }
    return { type: 'program', status: successStatus, nextOffset: state.nextOffset }
  }

  function complete(imageLengthBytes: number, imageCrc16: number): Reply {
    const refused = { type: 'programComplete', status: refusedStatus } as const
    if (state.name !== 'programming' && state.name !== 'complete') return refused
    const isWhole = state.name === 'complete' || state.nextOffset === state.imageLengthBytes
    if (!isWhole || imageLengthBytes !== state.imageLengthBytes || imageCrc16 !== crc16(flash)) return refused
    isApplicationValid = true
    state = { name: 'complete', imageLengthBytes }
    return { type: 'programComplete', status: successStatus }
  }

  function wait(): Reply {
    if (state.name === 'idle') return { type: 'waitTarget', status: refusedStatus }
    const isReady = state.name !== 'selected' || now() - state.atMs >= readyAfterMs
    return { type: 'waitTarget', status: isReady ? successStatus : notYetStatus }
  }

  function answer(request: Request, faults: SimulatorFaults): Reply {
    switch (request.command) {
      case 'hello':
        return { type: 'hello', status: successStatus }
      case 'selectTarget':
        if (request.serialNumber !== faults.serialNumber) return { type: 'selectTarget', status: refusedStatus }
        state = { name: 'selected', atMs: now() }
        return { type: 'selectTarget', status: successStatus }
      case 'waitTarget':
        return wait()
      case 'disconnect':
        if (state.name === 'complete' && faults.failReboot) isApplicationValid = false
        state = { name: 'idle' }
        return { type: 'disconnect', status: successStatus }
      case 'readTargetData':
        return { type: 'readTargetData', status: successStatus, identity: identityOf(faults) }
      case 'erase':
        return erase(request.imageLengthBytes, faults)
      case 'program':
        return program(request.offset, request.data)
      case 'programComplete':
        return complete(request.imageLengthBytes, request.imageCrc16)
      case 'listAccessories': {
        const slots = Array.from({ length: 10 }, (_, slot) => faults.accessories[slot] ?? emptySlot)
        return { type: 'listAccessories', status: successStatus, slots }
      }
      default:
        return request satisfies never
    }
  }

  return {
    answer,
    restart: () => {
      state = { name: 'idle' }
    },
    flash: () => flash.slice(),
    imageLengthBytes: () => flash.length,
    isApplicationValid: () => isApplicationValid,
  }
}

function identityOf({ serialNumber, productTypeId, materialVersion, language, batteryPercent }: SimulatorFaults) {
  return { serialNumber, productTypeId, materialVersion, language, batteryPercent, protocolVersion: 2, productionDate: '2025-04-30' }
}
