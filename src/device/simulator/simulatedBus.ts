/** WebHID with the simulated detector plugged in: which devices the browser lists, and what its chooser answers. Knows no frames. */
import type { Clock } from '../clock.ts'
import type { HidBus, HidConnection, HidDevice } from '../hidDevice.ts'
import { createSimulator, type Simulator } from './simulator.ts'

/** A person needs longer to close the chooser; the browser that forbids HID answers at once. */
const chooserMs = 400
/** From leaving as the detector to coming back as its bootloader. */
const jumpMs = 400

type Listener = (event: HidConnection) => void

export function createSimulatedBus(clock: Clock): { readonly bus: HidBus; readonly simulator: Simulator } {
  const listeners = { connect: new Set<Listener>(), disconnect: new Set<Listener>() }
  /** As a real one that was allowed before: nobody has to choose it. */
  let isAllowed = true
  const simulator = createSimulator(clock, {
    onUnplug: () => tell('disconnect'),
    onPlug: () => {
      if (isAllowed) tell('connect')
    },
    onJump: () => {
      isAllowed = false
      clock.schedule(jumpMs, simulator.plug)
    },
  })
  const { device } = simulator
  const muted = mutedInterface(device)

  function tell(type: keyof typeof listeners): void {
    for (const one of interfaces()) for (const listener of listeners[type]) listener({ device: one })
  }
  function interfaces(): readonly HidDevice[] {
    return simulator.faults.mutedInterface ? [muted, device] : [device]
  }
  function isForbidden(): boolean {
    return simulator.faults.forbidden
  }

  const bus: HidBus = {
    getDevices: () => Promise.resolve(isAllowed && simulator.isPlugged && !simulator.isHandleLost && !isForbidden() ? interfaces() : []),
    requestDevice: () =>
      new Promise((resolve) => {
        if (isForbidden()) return resolve([])
        clock.schedule(chooserMs, () => {
          isAllowed ||= simulator.isPlugged
          resolve(simulator.isPlugged ? interfaces() : [])
        })
      }),
    addEventListener: (type, listener) => void listeners[type].add(listener),
    removeEventListener: (type, listener) => void listeners[type].delete(listener),
  }
  return { bus, simulator }
}

/** Takes every report and answers none. */
function mutedInterface({ vendorId, productName, collections }: HidDevice): HidDevice {
  let isOpen = false
  return {
    vendorId,
    productName,
    collections,
    get opened() {
      return isOpen
    },
    open: async () => {
      isOpen = true
    },
    close: async () => {
      isOpen = false
    },
    forget: async () => {},
    sendReport: async () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
  }
}
