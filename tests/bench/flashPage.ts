/** The page that is measured: the app's own relay, worker and simulated detector, and a bare loop on the same link to compare them with. */
import { connectSimulatedDetector, disconnectDetector, startUpdate } from '../../src/app/detector/device.ts'
import { simulatedDevice } from '../../src/app/detector/simulatedDetector.ts'
import { chunkBytes, commands, encodeRequest } from '../../src/device/protocol/frames.ts'
import { reportId } from '../../src/device/protocol/hidReport.ts'
import { noFaults } from '../../src/device/simulator/simulatorFaults.ts'
import { imageOf } from '../support/imageOf.ts'

export type FlashTimes = { readonly wholeMs: number; readonly programmingMs: number; readonly chunks: number }

type FlashBench = {
  /** One update. Programming is from the first program frame to program complete: the specified pauses before it are not the link's time. */
  update(latencyMs: number, imageBytes: number): Promise<FlashTimes>
  /** As many requests and replies on the same link with nothing between: the next is sent from the event of the last. In ms. */
  bareLoop(latencyMs: number, count: number): Promise<number>
}

declare global {
  interface Window {
    flashBench: FlashBench
  }
}

async function update(latencyMs: number, imageBytes: number): Promise<FlashTimes> {
  await connectSimulatedDetector()
  const detector = window.simulatedDetector
  if (detector === undefined) throw new Error('no simulated detector')
  detector.set({ latencyMs, eraseMs: 0 })
  const image = imageOf(imageBytes)

  const startedAtMs = performance.now()
  const outcome = await startUpdate(image, noFaults.serialNumber)
  const wholeMs = performance.now() - startedAtMs
  if (outcome.phase !== 'succeeded') throw new Error(`the update failed: ${outcome.cause}`)
  if (detector.flash().some((byte, at) => byte !== image[at])) throw new Error('the flash is not the image')

  const sent = detector.frames.filter(({ direction }) => direction === 'out')
  const first = sent.findLast(({ bytes }) => isFirstChunk(bytes))
  const complete = sent.findLast(({ bytes }) => bytes[0] === commands.programComplete)
  if (first === undefined || complete === undefined) throw new Error('the log has lost the update')
  await disconnectDetector()
  return { wholeMs, programmingMs: complete.atMs - first.atMs, chunks: Math.ceil(imageBytes / chunkBytes) }
}

async function bareLoop(latencyMs: number, count: number): Promise<number> {
  await simulatedDevice.open()
  window.simulatedDetector?.set({ latencyMs })
  const frame = encodeRequest({ command: 'hello' })
  const startedAtMs = performance.now()
  await new Promise<void>((resolve) => {
    let left = count
    function onReply(): void {
      left -= 1
      if (left > 0) {
        void simulatedDevice.sendReport(reportId, frame)
        return
      }
      simulatedDevice.removeEventListener('inputreport', onReply)
      resolve()
    }
    simulatedDevice.addEventListener('inputreport', onReply)
    void simulatedDevice.sendReport(reportId, frame)
  })
  const elapsedMs = performance.now() - startedAtMs
  await simulatedDevice.close()
  return elapsedMs
}

function isFirstChunk([code, ...offset]: Uint8Array): boolean {
  return code === commands.program && offset.slice(0, 4).every((byte) => byte === 0)
}

window.flashBench = { update, bareLoop }
