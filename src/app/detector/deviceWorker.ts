/** Talks to the device worker. Knows no detector and no screen: who uses it is told when it crashes. */
import * as Comlink from 'comlink'
import type { DeviceWorkerApi, FrameChannel } from '../../device/workerApi.ts'
import { AppError } from '../../errors.ts'

export type DeviceWorker = {
  readonly api: Comlink.Remote<DeviceWorkerApi>
  readonly frames: FrameChannel
  /** Rejects with `device.open.error` when the worker dies; never resolves. To be raced with every call, which would wait for ever. */
  readonly crashed: Promise<never>
}

export function talkToDeviceWorker(worker: Worker, onCrash: (crash: AppError) => void): DeviceWorker {
  const { port1, port2 } = new MessageChannel()
  worker.postMessage(port2, [port2])
  const crashed = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', (event) => {
      worker.terminate()
      const crash = new AppError('device.open.error', { cause: event.message })
      onCrash(crash)
      reject(crash)
    })
  })
  // Whoever awaits it in a race hears of it; nobody else needs to.
  crashed.catch(() => {})
  return { api: Comlink.wrap<DeviceWorkerApi>(port1), frames: worker, crashed }
}
