/** A page with the app's real path to a detector, and a WebHID with simulated detectors. */
import * as device from '../../../src/app/detector/device.ts'
import { detectorState } from '../../../src/app/detector/detectorStore.ts'
import type { DetectorState } from '../../../src/app/detector/device.ts'
import type { Clock } from '../../../src/device/clock.ts'
import { createSimulator, type Simulator } from '../../../src/device/simulator/simulator.ts'
import type { SimulatorFaults } from '../../../src/device/simulator/simulatorFaults.ts'

export type LinkPage = {
  readonly device: typeof device
  state(): DetectorState
  /** Plugs a detector in. `isAllowed`: the page may use it without the chooser. `refusal`: the name of the error that `open` throws. */
  plugIn(detector: { name: string; isAllowed: boolean; refusal?: string; faults?: Partial<SimulatorFaults> }): void
  /** The name of the detector that is chosen in the chooser; null closes it. */
  choice: string | null
  detector(name: string): Simulator
  readonly choosersShown: number
}

declare global {
  interface Window {
    linkPage: LinkPage
  }
}

const clock: Clock = {
  now: () => performance.now(),
  schedule: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

type Plugged = { readonly simulator: Simulator; readonly face: object; readonly isAllowed: boolean }

const plugged = new Map<string, Plugged>()
const hid = new EventTarget()
let choosersShown = 0

Object.assign(hid, {
  getDevices: () => Promise.resolve([...plugged.values()].filter(({ isAllowed }) => isAllowed).map(({ face }) => face)),
  requestDevice: () => {
    choosersShown += 1
    // A chooser has the page's focus.
    dispatchEvent(new Event('blur'))
    const chosen = plugged.get(window.linkPage.choice ?? '')
    return Promise.resolve(chosen === undefined ? [] : [chosen.face])
  },
})
Object.defineProperty(navigator, 'hid', { value: hid })

window.linkPage = {
  device,
  state: detectorState,
  choice: null,
  plugIn: ({ name, isAllowed, refusal, faults = {} }) => {
    const simulator = createSimulator(
      clock,
      {
        onUnplug: () => hid.dispatchEvent(Object.assign(new Event('disconnect'), { device: face })),
        onPlug: () => hid.dispatchEvent(Object.assign(new Event('connect'), { device: face })),
      },
      {
        latencyMs: 0,
        eraseMs: 0,
        ...faults,
      },
    )
    const face: object = Object.create(simulator.device, {
      productName: { value: name },
      collections: { value: [{ inputReports: [{}], outputReports: [{}] }] },
      ...(refusal === undefined ? {} : { open: { value: () => Promise.reject(new DOMException('refused', refusal)) } }),
    })
    plugged.set(name, { simulator, face, isAllowed })
  },
  detector: (name) => {
    const found = plugged.get(name)
    if (found === undefined) throw new Error(`no detector ${name}`)
    return found.simulator
  },
  get choosersShown() {
    return choosersShown
  },
}
