import * as Comlink from 'comlink'
import type { FrameChannel } from '../../device/link/frameChannel.ts'
import type { DeviceWorkerApi } from '../../device/workerApi.ts'
import { AppError } from '../../errors.ts'

export type DeviceWorker = {
  readonly api: Comlink.Remote<DeviceWorkerApi>
  readonly frames: FrameChannel
  /** Rejects with `device.open.error` if the worker dies; never resolves. Race every call with it, because the call would wait for ever. */
  readonly crashed: Promise<never>
}

/** Opens the channels to a device worker. `onCrash` is called if it dies. */
export function openDeviceWorker(worker: Worker, onCrash: (crash: AppError) => void): DeviceWorker {
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
  // The races handle the rejection; without one it must not count as unhandled.
  crashed.catch(() => {})
  return { api: Comlink.wrap<DeviceWorkerApi>(port1), frames: worker, crashed }
}
