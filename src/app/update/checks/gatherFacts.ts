/**
 * Collects the facts for the checks from the browser, the computer and the connected detector. Changes nothing on the detector. Knows no
 * verdicts.
 */
import { isWebHidSupported, probeDetector } from '../../detector/device.ts'
import { countPlugged } from '../../detector/pluggedDetectors.ts'
import { detectorState } from '../../detector/detectorStore.ts'
import { isUpdateRunningAnywhere } from '../../detector/detectorLock.ts'
import { canKeepAwake } from '../../browser/pageGuards.ts'
import type { UpdateTarget } from '../../detector/updateJournal.ts'
import { judgeHere } from '../signatures/appSignatures.ts'
import { conditionsOf } from '../offers/detectorFacts.ts'
import type { OfferedFirmware } from '../../../contract/firmware.ts'
import type { CheckFacts } from './checks.ts'

type CheckRequest = Pick<UpdateTarget, 'userProductId' | 'serialNumber' | 'productTypeId'> &
  Pick<CheckFacts, 'isFileGood' | 'hasFirmware' | 'installedVersion'> & {
    /** As the newest list has it. */
    readonly firmware: OfferedFirmware
  }

export async function gatherFacts(request: CheckRequest): Promise<CheckFacts> {
  const { userProductId, serialNumber, productTypeId, isFileGood, hasFirmware, installedVersion, firmware } = request
  const [probe, plugged, computerBattery, isAwake] = await Promise.all([
    probeDetector(),
    countPlugged(),
    readComputerBattery(),
    canKeepAwake(),
  ])
  // Read last, because the others take a second.
  const isOtherTabUpdating = await isUpdateRunningAnywhere()
  const state = detectorState()
  const identity = probe?.isProbed === true ? probe.identity : null
  const connected = state.status === 'connected' ? state : null
  const known = connected?.identity
  const hardwareVersion = (identity ?? known)?.materialVersion ?? null
  // What the detector says of itself, not what a server says of it.
  const typeId = (identity ?? known)?.productTypeId ?? productTypeId
  const detector = { typeId, serialNumber, isErased: !hasFirmware }
  const signature: CheckFacts['signature'] =
    hardwareVersion === null ? { state: 'none' } : await judgeHere({ firmware, userProductId, detector: { ...detector, hardwareVersion } })
  return {
    // The simulated detector needs no WebHID.
    isWebHidSupported: isWebHidSupported() || (state.status === 'connected' && state.isSimulated),
    isConnected: state.status === 'connected',
    ...plugged,
    isSameDetector: identity && identity.serialNumber === serialNumber,
    isRightModel: identity === null || identity.productTypeId === productTypeId,
    isFileGood,
    // When the link is too poor for another read, use the value from the connection.
    detectorBatteryPercent: (identity ?? known)?.batteryPercent ?? null,
    computerBattery,
    canKeepAwake: isAwake,
    isOtherTabUpdating,
    hasFirmware,
    link: probe === null && isOtherTabUpdating ? null : linkOf(probe),
    conditions: conditionsOf(firmware),
    hardwareVersion,
    signature,
    installedVersion,
    hasCoil: connected && connected.accessories.length > 0,
    appBuild: builtNumber,
  }
}

function linkOf(probe: Awaited<ReturnType<typeof probeDetector>>): CheckFacts['link'] {
  if (probe === null) return { cause: 'device.disconnected.error' }
  return probe.isProbed ? probe.quality : { cause: probe.cause }
}

/** A computer without a battery reports a full one that is charging. */
async function readComputerBattery(): Promise<CheckFacts['computerBattery']> {
  try {
    const battery = await navigator.getBattery?.()
    return battery === undefined ? null : { percent: Math.round(battery.level * 100), isCharging: battery.charging }
  } catch {
    return null
  }
}
