/** Decides the one next step of the update page. The order of its conditions is their priority. Renders nothing. */
import type { OfferedFirmware } from '../../contract/firmware.ts'
import type { ErrorCode } from '../../errors.ts'
import type { DetectorState } from '../detector/detectorStore.ts'
import type { ElsewhereProgress, UpdateElsewhere } from '../detector/updateElsewhere.ts'
import { type Change, changeBy, isUpToDate, type Present } from './offers/firmwareOffer.ts'
import { isDraft } from './offers/detectorFacts.ts'
import type { Kept } from './offers/nextOffer.ts'
import type { LastEnd } from './records/lastEnd.ts'
import type { SettledFirmware } from './offers/knownFirmware.ts'
import type { OtherDetectors, RecalledDetector, SilentDetector, UpdatingDetector, WaitingDetector } from './offers/otherDetectors.ts'

/** Whether this browser can reach a detector, or why not. */
export type Reach = 'supported' | 'otherBrowser' | 'notSecure' | 'phone'

type Offered = readonly OfferedFirmware[] | 'loading' | { readonly error: unknown }

/** What the portal knows about the connected detector. */
export type KnownDetector =
  | { readonly status: 'loading' }
  | { readonly status: 'unknownModel'; readonly productTypeId: number }
  /** `neverSeen`: the server has never identified this detector, and is away now. */
  | { readonly status: 'neverSeen' | 'failed'; readonly error: unknown }
  | {
      readonly status: 'known'
      readonly present: Present
      /** In display order. */
      readonly offered: Offered
      readonly chosen: OfferedFirmware | undefined
      readonly outlook?: Outlook
      /** Nobody has chosen it: it is the newest that is offered. */
      readonly isDefault?: boolean
    }

/** What else there is for the detector beside the firmware to install now. */
type Outlook = {
  /** What can be installed once that is on the detector, in this order, each as an update of its own. */
  readonly later: readonly OfferedFirmware[]
  /** What is kept from the detector for now, and why. */
  readonly kept: Kept | null
}

export type PageFacts = {
  readonly reach: Reach
  /** What this page is installing. */
  readonly own: { readonly versionName: string } | null
  readonly elsewhere: UpdateElsewhere | null
  readonly detector: DetectorState
  /** The connected detector; `loading` when there is none. */
  readonly known: KnownDetector
  /** How the last update on this computer ended, until the next thing happens. */
  readonly ended: LastEnd | null
} & OtherDetectors

type Candidates = Extract<DetectorState, { status: 'choosing' }>['candidates']

export type PageStep =
  | ({ readonly name: 'updating' } & (
      | { readonly where: 'here'; readonly versionName: string }
      | { readonly where: 'otherTab'; readonly progress: ElsewhereProgress | null }
      | { readonly where: 'otherComputer'; readonly detector: UpdatingDetector }
    ))
  | { readonly name: 'phone' | 'otherBrowser' | 'notSecure' }
  /** `alike`: two of them have the same name. */
  | { readonly name: 'choosing' | 'alike'; readonly candidates: Candidates }
  | { readonly name: 'connecting' }
  | { readonly name: 'notConnected'; readonly cause: ErrorCode }
  /** A detector to connect, so that its update can be finished. */
  | { readonly name: 'waiting'; readonly detector: WaitingDetector; readonly isLost: boolean }
  | { readonly name: 'restarted' | 'notRestarted'; readonly end: LastEnd }
  | { readonly name: 'silent'; readonly detector: SilentDetector; readonly isLost: boolean }
  /** A detector to connect, so that its withdrawn firmware can be replaced. */
  | { readonly name: 'recalled'; readonly detector: RecalledDetector; readonly isLost: boolean }
  /** The browser has lost it, and its cable may be in place. */
  | { readonly name: 'handleLost' }
  | { readonly name: 'lost' | 'connect' }
  | { readonly name: 'identifying' }
  | { readonly name: 'unknownModel'; readonly productTypeId: number }
  | { readonly name: 'neverSeen' | 'notIdentified' | 'notOffered'; readonly error: unknown }
  | { readonly name: 'nothingOffered'; readonly known: SettledFirmware; readonly outlook?: Outlook }
  | InstallStep

/** One click away from an installation. */
export type InstallStep =
  | (Install & { readonly name: 'finish'; readonly percent: number | null })
  | (Install & { readonly name: 'unknown' | 'upToDate' | 'update' | 'replace' | 'again' | 'older' | 'otherLanguage' })

/** Whether the interrupted update's own firmware would be installed. */
export function isSameAsInterrupted({ firmware, known }: Pick<Install, 'firmware' | 'known'>): boolean {
  return known.state === 'none' && known.firmwareId === firmware.id
}

type Install = {
  readonly firmware: OfferedFirmware
  readonly known: SettledFirmware
  readonly change: Change
  readonly outlook?: Outlook
}

export function pageStep(facts: PageFacts): PageStep {
  const { reach, own, elsewhere, detector, known, ended, waiting, updating, silent, recalled } = facts
  if (own !== null) return { name: 'updating', where: 'here', versionName: own.versionName }
  if (elsewhere !== null) return { name: 'updating', where: 'otherTab', progress: elsewhere.progress }
  if (detector.status === 'connected') return stepWith(known)
  // The simulated detector connects in every browser, so `connecting` comes before `reach`.
  if (detector.status === 'connecting') return { name: 'connecting' }
  const isLost = detector.status === 'lost'
  const lostSerial = isLost ? detector.identity?.serialNumber : undefined
  const lost = waiting.find(({ serialNumber }) => serialNumber === lostSerial)
  const [running] = updating
  // Also on a phone and in other browsers: there is nothing to do but wait. What the person does here comes first.
  if (running !== undefined && lost === undefined && (isLost || detector.status === 'absent')) {
    return { name: 'updating', where: 'otherComputer', detector: running }
  }
  if (reach !== 'supported') return { name: reach }
  if (detector.status === 'choosing') {
    const { candidates } = detector
    return { name: areAlike(candidates) ? 'alike' : 'choosing', candidates }
  }
  if (detector.status === 'failed') return { name: 'notConnected', cause: detector.cause }
  if (detector.status === 'lost' && detector.cause === 'device.handle.lost.error') return { name: 'handleLost' }
  if (ended?.hasRestarted === false) return { name: 'notRestarted', end: ended }
  const first = lost ?? waiting[0]
  if (first !== undefined) return { name: 'waiting', detector: first, isLost }
  const isEndOutdated = ended !== null && recalled.some((one) => isNewsAfter(one, ended))
  if (ended !== null && !isEndOutdated) return { name: 'restarted', end: ended }
  if (silent[0] !== undefined) return { name: 'silent', detector: silent[0], isLost }
  const lostRecalled = recalled.find(({ serialNumber }) => serialNumber === lostSerial)
  const firstRecalled = lostRecalled ?? recalled[0]
  if (firstRecalled !== undefined) return { name: 'recalled', detector: firstRecalled, isLost: lostRecalled !== undefined }
  return { name: isLost ? 'lost' : 'connect' }
}

/** An end is shown until the next thing happens: here the recall of what it has installed, or one that is newer than it. */
function isNewsAfter({ userProductId, withdrawnAt }: RecalledDetector, { target, at }: LastEnd): boolean {
  return userProductId === target.userProductId || Date.parse(withdrawnAt) > Date.parse(at)
}

function areAlike(candidates: Candidates): boolean {
  return new Set(candidates.map(({ label }) => label)).size < candidates.length
}

function stepWith(known: KnownDetector): PageStep {
  switch (known.status) {
    case 'loading':
      return { name: 'identifying' }
    case 'unknownModel':
      return { name: 'unknownModel', productTypeId: known.productTypeId }
    case 'neverSeen':
      return { name: 'neverSeen', error: known.error }
    case 'failed':
      return { name: 'notIdentified', error: known.error }
    case 'known':
      return stepOf(known)
  }
}

function stepOf({ present, offered, chosen, isDefault = false, ...other }: Extract<KnownDetector, { status: 'known' }>): PageStep {
  const { known } = present
  if (chosen === undefined) {
    if (offered === 'loading') return { name: 'identifying' }
    return 'error' in offered ? { name: 'notOffered', error: offered.error } : { name: 'nothingOffered', known, ...outlookOf(other) }
  }
  const change = changeBy(chosen, present)
  const install = { firmware: chosen, known, change, ...outlookOf(other) }
  switch (known.state) {
    case 'none':
      return { ...install, name: 'finish', percent: known.outcome?.place?.percent ?? null }
    case 'unknown':
      return { ...install, name: 'unknown' }
    case 'installed':
      if (change.isReplacement) return { ...install, name: 'replace' }
      // Nobody is asked to go back to an older version because their own is offered no more.
      if (isDefault && change.version === 'older') return { ...install, name: 'upToDate' }
      return { ...install, name: isUpToDate(change) ? nameWhereSame(chosen, offered) : nameOf(change) }
  }
}

function outlookOf({ outlook }: { readonly outlook?: Outlook }): { readonly outlook?: Outlook } {
  return outlook === undefined ? {} : { outlook }
}

/** Offers are sorted newest first, so the first one in a language is the newest. Drafts are sorted after them, and nobody has to have one. */
function nameWhereSame(chosen: OfferedFirmware, offered: Offered): 'upToDate' | 'again' {
  if (offered === 'loading' || 'error' in offered || isDraft(chosen)) return 'upToDate'
  const newest = offered.find((one) => one.language === chosen.language && !isDraft(one))
  return newest === undefined || newest.id === chosen.id ? 'upToDate' : 'again'
}

function nameOf({ version }: Change): 'update' | 'older' | 'otherLanguage' {
  if (version === 'older') return 'older'
  return version === 'same' ? 'otherLanguage' : 'update'
}
