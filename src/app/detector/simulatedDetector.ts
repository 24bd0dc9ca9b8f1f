/** The page's one simulated detector, which tests and QA find as `window.simulatedDetector`. Loaded when it is first needed. */
import type { Clock } from '../../device/clock.ts'
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

/** The delays run in a worker: a hidden page slows its own timers, and a detector must not slow with the page. */
function workerClock(): Clock {
  const timer = new Worker(new URL('../../../workers/timer.worker.ts', import.meta.url), { type: 'module' })
  const due = new Map<number, () => void>()
  let lastId = 0
  timer.addEventListener('message', ({ data }: MessageEvent<number>) => {
    const run = due.get(data)
    due.delete(data)
    run?.()
  })
  return {
    now: () => performance.now(),
    schedule: (delayMs, run) => {
      lastId += 1
      const id = lastId
      due.set(id, run)
      if (delayMs > 0) {
        timer.postMessage({ id, delayMs }, [])
      } else {
        queueMicrotask(() => {
          due.get(id)?.()
          due.delete(id)
        })
      }
      return () => due.delete(id)
    },
  }
}

const simulator = createSimulator(workerClock(), { onUnplug: () => onUnplug(), onPlug: () => onPlug() })
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
