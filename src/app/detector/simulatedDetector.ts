/** The page's one simulated detector, which tests and QA find as `window.simulatedDetector`. Loaded when it is first needed. */
import { createSimulatedBus } from '../../device/simulator/simulatedBus.ts'
import type { Simulator } from '../../device/simulator/simulator.ts'
import { workerClock } from '../browser/workerTimers.ts'
import { watchedPort } from './webHid.ts'

type SimulatedDetector = Omit<Simulator, 'device'>

declare global {
  interface Window {
    /** Only after `connectSimulatedDetector`. */
    simulatedDetector?: SimulatedDetector
  }
}

// The delays run in a worker: a detector must not slow with the page.
const { bus, simulator } = createSimulatedBus(workerClock)
window.simulatedDetector = simulator

export const simulatedPort = watchedPort({
  bus,
  isSimulated: true,
  // Whether the browser has opened a real detector says nothing of this one.
  hasOpened: { get: () => (simulator.faults.refusesOpen === 'noRule' ? null : 'yes'), set: () => {} },
})
export const simulatedDevice = simulator.device
