/** The page's one simulated detector, which tests and QA find as `window.simulatedDetector`. Loaded when it is first needed. */
import type { Clock } from '../../device/clock.ts'
import { scheduleInWorker } from '../browser/workerTimers.ts'
import { createSimulator, type Simulator } from '../../device/simulator/simulator.ts'

type SimulatedDetector = Omit<Simulator, 'device'>

declare global {
  interface Window {
    /** Only after `connectSimulatedDetector`. */
    simulatedDetector?: SimulatedDetector
  }
}

let onUnplug = () => {}
let onPlug = () => {}

/** The delays run in a worker: a detector must not slow with the page. */
const workerClock: Clock = {
  now: () => performance.now(),
  schedule(delayMs, run) {
    if (delayMs > 0) return scheduleInWorker(delayMs, run)
    let isCancelled = false
    queueMicrotask(() => {
      if (!isCancelled) run()
    })
    return () => {
      isCancelled = true
    }
  },
}

const simulator = createSimulator(workerClock, { onUnplug: () => onUnplug(), onPlug: () => onPlug() })
window.simulatedDetector = simulator

export const simulatedDevice = simulator.device

/** Like `watchUnplug` for real detectors. */
export function watchSimulatedUnplug(_device: unknown, listener: () => void): () => void {
  onUnplug = listener
  return () => {
    if (onUnplug === listener) onUnplug = () => {}
  }
}

/** Like `watchPlug` for real detectors. */
export function watchSimulatedPlug(listener: () => void): () => void {
  onPlug = listener
  return () => {
    if (onPlug === listener) onPlug = () => {}
  }
}
