/** The firmware on a detector, from this page's update, this computer's outcomes, or else from the server. */
import { isHeard, type OpenUpdate } from '../../../contract/openUpdate.ts'
import type { UserProduct } from '../../../contract/userProduct.ts'
import type { UpdateTarget } from '../../detector/updateJournal.ts'
import type { ElsewhereProgress } from '../../detector/updateElsewhere.ts'
import type { LastEnd } from '../records/lastEnd.ts'
import type { LocalOutcome } from '../records/localOutcomes.ts'

export type SettledFirmware =
  | {
      readonly state: 'installed'
      readonly versionName: string
      readonly language: string
      /** The maker has withdrawn it (docs/releases.md, "Recall"). */
      readonly isRecalled?: true
    }
  /** An erase has started, and no update has succeeded since. */
  | {
      readonly state: 'none'
      readonly firmwareId: number
      readonly versionName: string
      /** The outcome on this computer, if it has one. */
      readonly outcome: LocalOutcome | null
    }
  /** `versionName` is the version that an update may have installed, if one is known. */
  | { readonly state: 'unknown'; readonly versionName: string | null }

export type KnownFirmware =
  | SettledFirmware
  /** An update runs, here or on another computer. `percent` is null if it is this page's, or not known. */
  | { readonly state: 'updating'; readonly versionName: string; readonly percent: number | null }
  /** An update was running, and nothing has been heard of it since. */
  | { readonly state: 'silent'; readonly versionName: string; readonly heardAt: string; readonly hasErased: boolean }

/** What the page knows beside the user's products. */
export type Knowledge = {
  readonly outcomes: readonly LocalOutcome[]
  /** The products whose update was cut on this computer and is still to be reported: no other computer is updating them. */
  readonly cutHere: readonly number[]
  /** What this page is installing. */
  readonly own: UpdateTarget | null
  /** What another tab is installing; null if nothing, or if it has not said yet. */
  readonly elsewhere: ElsewhereProgress | null
  /** The serial number of the detector that is connected here and that no tab updates: no other computer can be updating it. */
  readonly idleSerial: string | null
  /** How long ago the products were fetched. */
  readonly agoMs: number
}

/** What this computer's journal alone says: no tab updates a detector, none is connected, and the products are new. */
export function knowledgeOf(flow: {
  readonly outcomes: () => readonly LocalOutcome[]
  readonly cutHere: () => readonly number[]
}): Knowledge {
  return { outcomes: flow.outcomes(), cutHere: flow.cutHere(), own: null, elsewhere: null, idleSerial: null, agoMs: 0 }
}

export function knownFirmware(product: UserProduct, { outcomes, cutHere, own, elsewhere, idleSerial, agoMs }: Knowledge): KnownFirmware {
  if (own?.userProductId === product.id) return { state: 'updating', versionName: own.versionName, percent: null }
  if (elsewhere?.userProductId === product.id) return { state: 'updating', versionName: elsewhere.versionName, percent: elsewhere.percent }
  // The last update counts, as it does on the server.
  const outcome = outcomes.findLast(({ row }) => row.target.userProductId === product.id)
  if (outcome !== undefined) return withRecall(fromOutcome(outcome), product)
  const { openUpdate, serialNumber } = product
  if (openUpdate === null || serialNumber === idleSerial || cutHere.includes(product.id)) return settledFirmware(product)
  const { firmware } = product.lastUpdate ?? {}
  return firmware === undefined ? settledFirmware(product) : ofOpenUpdate(openUpdate, firmware.versionName, agoMs)
}

/** The firmware on a detector that no computer is updating. */
function settledFirmware(product: UserProduct): SettledFirmware {
  const { firmwareState, currentFirmware, lastUpdate, openUpdate } = product
  if (firmwareState === 'installed' && currentFirmware !== null) {
    const { versionName, language } = currentFirmware
    return withRecall({ state: 'installed', versionName, language }, product)
  }
  if ((firmwareState === 'none' || openUpdate?.hasErased === true) && lastUpdate !== null) {
    return { state: 'none', firmwareId: lastUpdate.firmware.id, versionName: lastUpdate.firmware.versionName, outcome: null }
  }
  return { state: 'unknown', versionName: lastUpdate?.firmware.versionName ?? null }
}

/** The firmware on a detector that is connected here, or will be: then no other computer is updating it. */
export function settledHere(product: UserProduct, knowledge: Knowledge): SettledFirmware {
  const known = knownFirmware(product, knowledge)
  return known.state === 'updating' || known.state === 'silent' ? settledFirmware(product) : known
}

/** Whether a detector can still be as its last update here left it: another computer may have updated it since. */
export function isStillTrue({ target, hasRestarted }: LastEnd, known: KnownFirmware): boolean {
  if (hasRestarted) return known.state === 'installed' && known.versionName === target.versionName
  return known.state !== 'installed' && known.state !== 'none'
}

/** The server's recall is of the version that it knows; an outcome on this computer may be newer. */
function withRecall(known: SettledFirmware, { recall }: UserProduct): SettledFirmware {
  return known.state === 'installed' && known.versionName === recall?.versionName ? { ...known, isRecalled: true } : known
}

function fromOutcome(outcome: LocalOutcome): SettledFirmware {
  const { firmware } = outcome.row
  switch (outcome.firmwareState) {
    case 'installed':
      return { state: 'installed', versionName: firmware.versionName, language: firmware.language }
    case 'none':
      return { state: 'none', firmwareId: firmware.id, versionName: firmware.versionName, outcome }
    case 'unknown':
      return { state: 'unknown', versionName: firmware.versionName }
  }
}

function ofOpenUpdate(open: OpenUpdate, versionName: string, agoMs: number): KnownFirmware {
  const { percent, heardAt, hasErased } = open
  return isHeard(open, agoMs) ? { state: 'updating', versionName, percent } : { state: 'silent', versionName, heardAt, hasErased }
}
