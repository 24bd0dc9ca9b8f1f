/** The simulated detector as a page has it: one for as long as the page lives, in sight of tests and QA as `window.simulatedDetector`. Loaded only when asked for. */
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

/** Delays come back from a worker, because a hidden page slows its own timers and a detector does not know of pages. */
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

/** As `watchUnplug` does for a real one. */
export function watchSimulatedUnplug(_device: unknown, listener: () => void): () => void {
  onUnplug = listener
  return () => {
    if (onUnplug === listener) onUnplug = () => {}
  }
}

/** As `watchPlug` does for real ones. */
export function watchSimulatedPlug(listener: () => void): () => void {
  onPlug = listener
  return () => {
    if (onPlug === listener) onPlug = () => {}
  }
}
