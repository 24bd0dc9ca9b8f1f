/** The checks before the first erase. Turns facts into verdicts; knows no browser, no detector and no interface texts. */
import { findUnmet, type Target, type Unmet } from '../../../contract/requirements.ts'
import { type LinkQuality, worstFaultShare } from '../../../device/link/linkQuality.ts'
import type { Fault } from '../../../contract/signatures/signed.ts'
import type { ErrorCode } from '../../../errors.ts'
import type { PluggedDetectors } from '../../detector/pluggedDetectors.ts'
import type { SignatureFound } from '../signatures/judgeSignature.ts'

export type CheckFacts = PluggedDetectors & {
  readonly isWebHidSupported: boolean
  readonly isConnected: boolean
  /** Whether the detector that answers now is the one on the page; null when none answered. */
  readonly isSameDetector: boolean | null
  /** Whether the firmware is for the model that answers. */
  readonly isRightModel: boolean
  /** Whether the file is complete and has the published SHA-256; null before it has been downloaded. */
  readonly isFileGood: boolean | null
  readonly detectorBatteryPercent: number | null
  /** Null when the browser does not report it, or the computer has no battery. */
  readonly computerBattery: { readonly percent: number; readonly isCharging: boolean } | null
  readonly canKeepAwake: boolean
  readonly isOtherTabUpdating: boolean
  /** False for an erased detector. It does not start anyway, so an update can only help. */
  readonly hasFirmware: boolean
  /** Null when it was not measured because another tab is updating. */
  readonly link: LinkQuality | { readonly cause: ErrorCode } | null
  /** Of the firmware, by the newest list that this page has. */
  readonly conditions: Target
  /** Of the detector that answers, or else of the one that was connected; null when there is none. */
  readonly hardwareVersion: number | null
  /** Null while it is unknown. */
  readonly installedVersion: string | null
  /** Whether a coil was listed when the detector was connected; null when none is connected. */
  readonly hasCoil: boolean | null
  readonly appBuild: number
  /** Whether the maker has signed the firmware for this detector. */
  readonly signature: SignatureFound
}

/**
 * `warned` allows the update, `refused` does not, `risky` does if the person says so: it may be interrupted, and can then be finished. `later` is
 * checked when the update starts, or once it can be.
 */
export type Verdict = 'passed' | 'warned' | 'risky' | 'refused' | 'later'
export type Check = {
  readonly name: CheckName
  readonly verdict: Verdict
  /** Why the detector is refused, if it is the one shown: another one was plugged in after it had been connected. */
  readonly isDoubtful?: true
  /** Why the battery did not pass: what the firmware requires, or null where the usual limit is the reason. `percent` is null while it is unknown. */
  readonly battery?: { readonly neededPercent: number | null; readonly percent: number | null }
  /** Who else uses the detector: an update that another browser or program makes of it. */
  readonly other?: 'update'
  /** Why the link did not pass: the detector does not answer, or it answers, but the share of lost replies is beyond the limit. */
  readonly link?: 'silent' | 'poor'
  /** What keeps the release from the detector. */
  readonly unmet?: Unmet
  /** Why the firmware is not written: what the server says of it is not what the maker has signed. */
  readonly fault?: Fault
}

/** A detector below this may switch off before the update ends. */
export const lowBatteryPercent = 30
export const emptyBatteryPercent = 15
const lowComputerPercent = 20
const emptyComputerPercent = 7

/** In display order. */
export const checkNames = [
  'browser',
  'permission',
  'detector',
  'model',
  'release',
  'signature',
  'file',
  'detectorBattery',
  'coil',
  'computerBattery',
  'awake',
  'alone',
  'link',
] as const
export type CheckName = (typeof checkNames)[number]

/** Shown only where there is something to say. */
export const rareCheckNames: readonly CheckName[] = ['release', 'signature', 'coil']

/**
 * All checks with their verdicts, in display order. Leaves out the computer's battery when it is unknown, the coil where none is required, the
 * release while nothing keeps it from the detector, and the signature where this portal signs nothing.
 */
export function evaluateChecks(facts: CheckFacts): Check[] {
  const unmet = findUnmetRelease(facts)
  const verdicts: Readonly<Record<CheckName, Verdict | null>> = {
    browser: facts.isWebHidSupported ? 'passed' : 'refused',
    permission: facts.isConnected ? 'passed' : 'refused',
    detector: detectorVerdict(facts),
    model: ofThis(facts, facts.isRightModel ? 'passed' : 'refused'),
    release: unmet === undefined ? null : 'refused',
    signature: signatureVerdict(facts),
    file: fileVerdict(facts.isFileGood),
    detectorBattery: ofThis(facts, batteryVerdict(facts)),
    coil: coilVerdict(facts),
    computerBattery: computerVerdict(facts.computerBattery),
    awake: facts.canKeepAwake ? 'passed' : 'warned',
    alone: aloneVerdict(facts),
    link: ofThis(facts, linkVerdict(facts)),
  }
  return checkNames.flatMap((name): Check[] => {
    const verdict = verdicts[name]
    if (verdict === null) return []
    if (name === 'detector' && isDoubtful(facts)) return [{ name, verdict, isDoubtful: true }]
    if (name === 'release' && unmet !== undefined) return [{ name, verdict, unmet }]
    if (name === 'signature' && facts.signature.state === 'refused') return [{ name, verdict, fault: facts.signature.fault }]
    if (name === 'detectorBattery' && verdict !== 'later' && verdict !== 'passed') return [{ name, verdict, battery: batteryOf(facts) }]
    if (name === 'alone' && isOthersUpdate(facts)) return [{ name, verdict, other: 'update' }]
    if (name === 'link' && verdict !== 'passed' && verdict !== 'later') return [{ name, verdict, ...linkFault(facts.link) }]
    return [{ name, verdict }]
  })
}

export function isRefused(checks: readonly Check[]): boolean {
  return checks.some(({ verdict }) => verdict === 'refused')
}

/** Whether the update may start only if the person accepts the risk. */
export function isRisky(checks: readonly Check[]): boolean {
  return !isRefused(checks) && checks.some(({ verdict }) => verdict === 'risky')
}

/** Nothing is known of a detector that is gone, and what another one answers says nothing of the one shown: that is all there is to say. */
function ofThis({ isSameDetector, isConnected }: CheckFacts, verdict: Verdict): Verdict {
  return isSameDetector === false || !isConnected ? 'later' : verdict
}

function detectorVerdict(facts: CheckFacts): Verdict {
  if (facts.isSameDetector === false || isDoubtful(facts)) return 'refused'
  return facts.pluggedDetectors > 1 ? 'warned' : 'passed'
}

function isDoubtful({ isSameDetector, addedDetectors }: CheckFacts): boolean {
  return isSameDetector !== false && addedDetectors > 0
}

/** What is so now is not known where its catalogue has expired: the owner decides. */
function signatureVerdict({ signature, isSameDetector }: CheckFacts): Verdict | null {
  if (signature.state === 'none' || isSameDetector === false) return null
  if (signature.state === 'refused') return 'refused'
  return signature.isExpired ? 'warned' : 'passed'
}

function fileVerdict(isFileGood: boolean | null): Verdict {
  if (isFileGood === null) return 'later'
  return isFileGood ? 'passed' : 'refused'
}

/** A detector that does not report its battery can still be updated. */
function batteryVerdict(facts: CheckFacts): Verdict {
  const { detectorBatteryPercent: percent, conditions } = facts
  if (percent === null) return 'warned'
  const neededPercent = Math.max(emptyBatteryPercent, conditions.requirements.minimumBatteryPercent ?? 0)
  if (percent < neededPercent) return 'refused'
  return percent < lowBatteryPercent ? 'warned' : 'passed'
}

function batteryOf({ detectorBatteryPercent: percent, conditions }: CheckFacts): NonNullable<Check['battery']> {
  const neededPercent = conditions.requirements.minimumBatteryPercent ?? 0
  const isReason = neededPercent > emptyBatteryPercent && (percent === null || percent < neededPercent)
  return { neededPercent: isReason ? neededPercent : null, percent }
}

/** A detector without a firmware is not kept from one. */
function coilVerdict({ conditions, hasCoil, hasFirmware, isSameDetector, isConnected }: CheckFacts): Verdict | null {
  if (!conditions.requirements.needsCoil || !hasFirmware || isSameDetector === false || !isConnected) return null
  if (hasCoil === null) return 'warned'
  return hasCoil ? 'passed' : 'refused'
}

/** Decided again at the start: a hold may have come, or the detector turned out to be another one, since the page offered the firmware. */
function findUnmetRelease(facts: CheckFacts): Unmet | undefined {
  const { conditions, hardwareVersion, hasFirmware, installedVersion, appBuild, isSameDetector } = facts
  if (hardwareVersion === null || isSameDetector === false) return undefined
  // These two have checks of their own.
  const unknown = { batteryPercent: null, hasCoil: null }
  return findUnmet(conditions, { hardwareVersion, isErased: !hasFirmware, installedVersion, appBuild, ...unknown })[0]
}

function computerVerdict(battery: CheckFacts['computerBattery']): Verdict | null {
  if (battery === null) return null
  if (battery.isCharging || battery.percent >= lowComputerPercent) return 'passed'
  return battery.percent < emptyComputerPercent ? 'refused' : 'warned'
}

function isOthersUpdate({ isOtherTabUpdating, isConnected, link }: CheckFacts): boolean {
  return !isOtherTabUpdating && isConnected && link !== null && 'cause' in link && link.cause === 'device.busy.error'
}

function aloneVerdict(facts: CheckFacts): Verdict {
  const { isOtherTabUpdating, isConnected, link } = facts
  if (isOtherTabUpdating || isOthersUpdate(facts)) return 'refused'
  return isConnected && link !== null && 'foreignFrames' in link && link.foreignFrames > 0 ? 'warned' : 'passed'
}

function linkVerdict(facts: CheckFacts): Verdict {
  const { link, hasFirmware } = facts
  // It was not measured: nothing is sent to a detector that somebody else updates.
  if (link === null || isOthersUpdate(facts)) return 'later'
  if ('cause' in link) return hasFirmware ? 'refused' : 'warned'
  if (link.faultShare > worstFaultShare && hasFirmware) return 'risky'
  return link.faultShare > 0 ? 'warned' : 'passed'
}

function linkFault(link: CheckFacts['link']): Pick<Check, 'link'> {
  if (link === null) return {}
  if ('cause' in link) return { link: 'silent' }
  return link.faultShare > worstFaultShare ? { link: 'poor' } : {}
}
