/** What rights depend on: a catalogue, people and detectors with the records of their updates. */

export type State = 'draft' | 'beta' | 'staged' | 'released' | 'halted' | 'withdrawn'

export type Product = { readonly id: number; readonly typeId: number; readonly isDeleted: boolean }
export type Group = { readonly id: number; readonly isDeleted: boolean }

export type Needs = {
  readonly minimumInstalledVersion: string | null
  readonly steppingStone: string | null
  readonly hardwareVersions: readonly number[]
  readonly minimumBatteryPercent: number | null
  readonly needsCoil: boolean
  readonly minimumAppBuild: number | null
}

/** `deletedState`: what its release was when this language was deleted, ended and narrowed since; null while it lives. */
export type Image = { readonly id: number; readonly language: string; readonly deletedState: State | null }

export type Release = {
  readonly id: number
  readonly state: State
  /** What it is offered as, or goes back to; of a draft, what was chosen. */
  readonly reach: 'beta' | 'staged' | 'released'
  readonly share: number
  readonly wasReleased: boolean
  /** Withdrawn by a person. */
  readonly isRecalled: boolean
  readonly mailsOwners: boolean
  readonly versionName: string
  readonly products: readonly Product[]
  readonly groups: readonly Group[]
  readonly images: readonly Image[]
  readonly needs: Needs
  /** The hardware versions of each; without any, all. */
  readonly holds: readonly (readonly number[])[]
}

/** A firmware of a release. */
export type Open = { readonly release: Release; readonly image: Image }

export type Person = {
  readonly id: number
  readonly role: 'ROLE_CUSTOMER' | 'ROLE_MARKETTING' | 'ROLE_BE' | 'ROLE_ADMIN'
  readonly locale: 'en' | 'fr'
  readonly isBetaTester: boolean
  readonly isDeleted: boolean
  readonly isLocked: boolean
  readonly isValidated: boolean
  readonly hasMailsOff: boolean
  readonly groups: readonly Group[]
}

/** The record of an update. */
export type Update = Open & {
  readonly id: number
  readonly beganAt: Date
  /** Its page said no time of its own: it began within a day of this. */
  readonly isVague: boolean
  /** Null while it has no result. */
  readonly success: boolean | null
  /** What a failure, or a note before the result, says to be on the detector. */
  readonly after: 'unchanged' | 'none' | 'unknown' | null
}

export type Detector = {
  readonly id: number
  readonly owner: Person
  readonly product: Product
  readonly serialNumber: string
  readonly hardwareVersion: number
  readonly isDeleted: boolean
  readonly updates: readonly Update[]
  /** After this one its owner said that it works. */
  readonly confirmed: Update | null
}

export type World = {
  readonly products: readonly Product[]
  readonly groups: readonly Group[]
  readonly releases: readonly Release[]
  readonly people: readonly Person[]
  readonly detectors: readonly Detector[]
}
