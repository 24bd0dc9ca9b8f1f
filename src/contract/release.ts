/**
 * A release: the firmwares of one version, one for each language, and what it takes until owners are offered it (docs/releases.md). An
 * addition: the specification's calls of firmwares go on working beside it.
 */
import * as v from 'valibot'
import { byId, saved } from './crud.ts'
import { backOffice, endpoint } from './endpoint.ts'
import { idText, instant, repeated, text } from './fields.ts'
import { typedVersion } from './firmwareFile.ts'
import { always, endsRelease, widensRelease } from './effects.ts'
import { holdForm, requirementsForm } from './releaseForm.ts'
import { releaseGrowth } from './releaseGrowth.ts'
import { releaseSigning } from './releaseSigning.ts'
import { releaseStates, releaseSteps } from './releaseStates.ts'
import { fingerprint, releaseAudience, shownRelease, stoppedRelease } from './shownRelease.ts'

/**
 * What speaks against a step. `isRefused`: the step cannot be taken before it is settled. Otherwise a person confirms it by its kind, with the
 * fact before their eyes. `name`: the language, the other spelling, or the product that it is about. `customers`: how many it concerns.
 */
export const obstacleKinds = [
  /** A beta that nobody would get. */
  'noGroup',
  'noProduct',
  /** Nobody can tell what its version is newer than (versionOrder.ts), so nobody would be offered it. */
  'unordered',
  /** Another release of these products has its language in another spelling. */
  'languageSpelling',
  /** Customers read this language, and no firmware of the release has it. */
  'languageMissing',
  /** Another firmware of the same version and language is offered. */
  'versionTaken',
  /** Everybody whom the step reaches is offered a newer version instead. `name`: that version. */
  'older',
  /** Another administrator has to approve first. */
  'approval',
  /** No release key has signed it as it is. */
  'statement',
  /** Nobody of staff has installed these bytes on a real detector of a hardware version. `name`: the languages, as a list. */
  'proof',
  /** A file that looks unlike the others (firmwareFile.ts). Confirmed by typing the version. */
  'unusualFile',
  /** After this, a detector of this product without a firmware has no safe way to one. */
  'noSafeRelease',
] as const
export type ObstacleKind = (typeof obstacleKinds)[number]

const obstacle = v.object({
  kind: v.picklist(obstacleKinds),
  isRefused: v.boolean(),
  name: v.nullable(v.string()),
  customers: v.nullable(v.number()),
  /** With `proof` alone: the version, or null for any, where no detector is known. */
  hardwareVersion: v.optional(v.nullable(v.number())),
})
export type Obstacle = v.InferOutput<typeof obstacle>

/** A step with what was confirmed. */
const stepForm = {
  step: v.picklist(releaseSteps),
  from: v.picklist(releaseStates),
  fingerprint: v.optional(fingerprint),
  confirmed: repeated(v.picklist(obstacleKinds)),
  /** With the step `beta`: its groups from now on; without them it keeps those that it has. */
  betaGroupIds: repeated(idText),
  typedVersion,
  /** An administrator's, where proof from real hardware is required and missing. */
  proofReason: v.optional(text()),
}
export type StepForm = v.InferOutput<v.StrictObjectSchema<typeof stepForm, undefined>>

const preview = v.object({
  audience: releaseAudience,
  obstacles: v.array(obstacle),
  /** With the step `staged`: the share that it begins with, from 0 to 1, raised where few update. */
  share: v.optional(v.number()),
})
export type StepPreview = v.InferOutput<typeof preview>

export const release = {
  get: endpoint({
    method: 'GET',
    path: '/release/{id}',
    audience: backOffice,
    isReadOnly: true,
    body: 'none',
    params: byId,
    response: shownRelease,
  }),

  /** What waits for a person because outcomes or an obstacle stopped it, oldest first. */
  getStopped: endpoint({
    method: 'GET',
    path: '/release/getStopped',
    audience: backOffice,
    isReadOnly: true,
    body: 'none',
    response: v.array(stoppedRelease),
  }),

  /**
   * What a step would do: whom it would offer the release to (after a halt or a withdrawal: whom it is taken from), and what speaks against it.
   * `betaGroupIds`: the groups that it would be given as a beta, instead of those that it has.
   */
  getStep: endpoint({
    method: 'GET',
    path: '/release/{id}/step/{step}',
    audience: backOffice,
    isReadOnly: true,
    body: 'none',
    params: v.strictObject({ id: idText, step: v.picklist(releaseSteps) }),
    query: v.strictObject({ betaGroupIds: repeated(idText) }),
    response: preview,
  }),

  /**
   * Takes a step. `from`: the state that the caller saw; `changed.meanwhile.error` if it is another one by now, `release.step.error` if the
   * state does not allow the step. `release.obstacle.error` while something speaks against it that is refused or not in `confirmed`;
   * `typedVersion` confirms unusual files. `release.proof.error` where proof from real hardware is missing and required: an administrator's
   * `proofReason` makes an exception. Widening, and withdrawing, want fresh proof; halting does not: it must not wait.
   */
  takeStep: endpoint({
    method: 'POST',
    path: '/release/{id}/step',
    audience: backOffice,
    body: 'form',
    params: byId,
    request: v.strictObject(stepForm),
    response: saved,
    effects: { offer: widensRelease, loss: endsRelease },
  }),

  /**
   * Has the step taken at `at`, by the database's clock, instead of one that was set before. It is checked now as `takeStep` does, and again
   * then: it is not taken if the state or the fingerprint is another one, if something speaks against it that was not confirmed, or if the caller
   * is no longer of the staff. A step that is taken meanwhile ends it. `date.past.error` on `at` if that is not in the coming 366 days.
   */
  schedule: endpoint({
    method: 'POST',
    path: '/release/{id}/schedule',
    audience: backOffice,
    body: 'form',
    params: byId,
    request: v.strictObject({ ...stepForm, at: instant }),
    response: saved,
    effects: { offer: always },
  }),

  /** Ends what was scheduled, or the note that it was not taken. 404 if there is nothing. */
  unschedule: endpoint({
    method: 'POST',
    path: '/release/{id}/unschedule',
    audience: backOffice,
    body: 'none',
    params: byId,
    response: saved,
  }),

  ...releaseGrowth,
  ...releaseSigning,

  /** Approves a release as it is now. A change of its files, products or version afterwards takes the approval back. */
  approve: endpoint({
    method: 'POST',
    path: '/release/{id}/approve',
    audience: ['ROLE_ADMIN'],
    body: 'form',
    params: byId,
    request: v.strictObject({ fingerprint: v.optional(fingerprint) }),
    response: saved,
    effects: { offer: always },
  }),

  /**
   * What a detector must have. Of a draft only: afterwards `release.fixed.error`. Approvals are taken back. `version.older.error` on
   * `steppingStone` if it is not older than the release, and on `minimumInstalledVersion` if that is newer than the stepping stone or not older
   * than the release.
   */
  setRequirements: endpoint({
    method: 'POST',
    path: '/release/{id}/requirements',
    audience: backOffice,
    body: 'form',
    params: byId,
    request: v.strictObject(requirementsForm),
    response: saved,
  }),

  /** Keeps the release from these detectors for now. Like a halt, it must not wait for proof. `release.step.error` if it is withdrawn. */
  hold: endpoint({
    method: 'POST',
    path: '/release/{id}/hold',
    audience: backOffice,
    body: 'form',
    params: byId,
    request: v.strictObject(holdForm),
    response: saved,
  }),

  /** Ends a hold. 404 if it has ended already. */
  lift: endpoint({
    method: 'POST',
    path: '/release/{id}/lift',
    audience: backOffice,
    body: 'form',
    params: byId,
    request: v.strictObject({ holdId: idText }),
    response: saved,
    effects: { offer: always },
  }),
}
