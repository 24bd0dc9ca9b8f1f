/**
 * What can happen to a detector, its cable and its browser, by name: `/productUpdate/index?device=simulated&scenario=deadHandle` opens the page
 * with that one. Each says what the person should see. docs/scenarios.md is made from this list.
 */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SimulatorFaults } from '../../../../device/simulator/simulatorFaults.ts'

export type Scenario = { readonly faults: Partial<SimulatorFaults>; readonly expected: MessageDescriptor }

export const scenarios = {
  // The connection
  deadHandle: {
    faults: { loseHandleAtPercent: 40 },
    expected: msg`At 40% of the firmware the browser passes nothing on any more. After some seconds the page says that the browser has lost the detector; “Reconnect the detector”, then the update is finished.`,
  },
  otherBrowser: {
    faults: { otherUpdate: true },
    expected: msg`Another browser is updating the detector: the page says so, and sends nothing. It works once that has ended (otherUpdate: false).`,
  },
  twoInterfaces: {
    faults: { mutedInterface: true },
    expected: msg`The browser lists one detector twice, and one of the two is mute. The one that answers is connected, after half a second.`,
  },
  hidForbidden: {
    faults: { forbidden: true },
    expected: msg`The browser shows no chooser. The page says who can allow it, and where.`,
  },
  newProductId: {
    faults: { jumpsAway: true },
    expected: msg`The detector leaves as the update begins. “Choose the detector”, and the same update goes on.`,
  },
  numberedReports: {
    faults: { numberedReports: true },
    expected: msg`The page says at once that it does not speak numbered reports. Nothing is sent.`,
  },
  openWithoutRule: {
    faults: { refusesOpen: 'noRule' },
    expected: msg`The browser has never opened a detector. On Linux the page shows the udev rule; elsewhere it names another program.`,
  },
  openInUse: {
    faults: { refusesOpen: 'inUse' },
    expected: msg`Another program uses the detector, and the page says so. The udev rule is not shown.`,
  },
  refusedSends: {
    faults: { refuseSendsMs: 3_000 },
    expected: msg`For 3 s after plugging in, the system refuses everything, as Windows does. The connection takes a little longer.`,
  },
  silent: {
    faults: { lostShare: 1 },
    expected: msg`The detector does not answer: the page says so after some seconds, and how to bring it into update mode.`,
  },
  noIdentity: {
    faults: { serialNumber: 'FFFFFFFFFF' },
    expected: msg`The detector’s identity is noise: its answer could not be understood.`,
  },
  unknownModel: {
    faults: { productTypeId: 999 },
    expected: msg`The model is not recognised; its type number can be copied.`,
  },
  // The cable
  slowLink: { faults: { latencyMs: 60 }, expected: msg`Each reply takes 60 ms. The update takes longer, and succeeds.` },
  lostFrames: {
    faults: { lostShare: 0.05 },
    expected: msg`One message in 20 is lost. The checks say that the cable loses data; the update succeeds.`,
  },
  poorLink: {
    faults: { lostShare: 0.3 },
    expected: msg`Nearly one message in three is lost. The checks say that the update may stop; it begins only with “Install anyway”.`,
  },
  damagedFrames: {
    faults: { corruptShare: 0.05 },
    expected: msg`One message in 20 is damaged and requested again, which one notice says. The update succeeds.`,
  },
  repeatedFrames: { faults: { duplicateShare: 0.5 }, expected: msg`Half of the replies come twice. Nobody notices.` },
  lateFrames: { faults: { lateShare: 0.02 }, expected: msg`Some replies come up to 1.5 s late. The update succeeds.` },
  echo: { faults: { echo: true }, expected: msg`Each request comes back before its reply, as on some USB 3 hosts. Nobody notices.` },
  // What stops an update
  unplugAtErase: {
    faults: { unplugDuringErase: true },
    expected: msg`The detector is unplugged during the erase and has no firmware. Plug it in: “Finish the update”.`,
  },
  unplugAt40: {
    faults: { unplugAtPercent: 40 },
    expected: msg`The detector is unplugged at 40% of the firmware. The page says where it stopped and that it is safe. Plug it in: “Finish the update”.`,
  },
  unplugAtEnd: {
    faults: { unplugBeforeComplete: true },
    expected: msg`The detector is unplugged before its last answer: nobody can tell which firmware it has. Plug it in and install again.`,
  },
  refusedStep: {
    faults: { badStatusAt: 'erase' },
    expected: msg`The detector refuses the erase. The page says so and gives the report. It works again with badStatusAt: –.`,
  },
  stalledErase: {
    faults: { stallErase: true },
    expected: msg`The erase stops at 40%. After 15 s the page says that the update makes no progress.`,
  },
  unknownMessage: {
    faults: { unknownMessageAt: 'program' },
    expected: msg`The detector sends an unknown message in mid-update: the page reloads, then says what happened.`,
  },
  // The detector's state
  lowBattery: { faults: { batteryPercent: 20 }, expected: msg`The battery has 20%: a warning, and the update may begin.` },
  emptyBattery: { faults: { batteryPercent: 10 }, expected: msg`The battery has 10%: the update may not begin.` },
  unknownBattery: {
    faults: { batteryPercent: null },
    expected: msg`The battery’s level is not known: a warning, and the update may begin.`,
  },
  noCoil: { faults: { accessories: [] }, expected: msg`No coil is connected: firmware that needs one says so; any other does not.` },
  // The end
  success: { faults: {}, expected: msg`The update succeeds, and the detector restarts.` },
  noRestart: {
    faults: { failReboot: true },
    expected: msg`The update succeeds, but the detector does not restart: answer “No”, and follow what the page says.`,
  },
} as const satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios

export function isScenarioName(name: string | null): name is ScenarioName {
  return name !== null && Object.hasOwn(scenarios, name)
}

/** The one that this page's address names; null for none. */
export function scenarioOfAddress(): ScenarioName | null {
  const name = new URLSearchParams(location.search).get('scenario')
  return isScenarioName(name) ? name : null
}

export function scenarioAddress(name: ScenarioName): string {
  return `/productUpdate/index?device=simulated&scenario=${name}`
}
