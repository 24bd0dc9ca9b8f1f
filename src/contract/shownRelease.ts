/** What staff read of a release (docs/releases.md): what it is, who is offered it, and what it waits for. */
import * as v from 'valibot'
import { choice } from './crud.ts'
import { instant } from './fields.ts'
import { testKinds } from './haltingRule.ts'
import { hold, requirements } from './releaseForm.ts'
import { pauseCauses } from './releasePlan.ts'
import { releaseStates, releaseSteps } from './releaseStates.ts'

/**
 * Who is offered a release after a step: the owners of its products; as a beta, only those who are testers in its groups. Detectors that its
 * requirements or a hold keep it from do not count; battery and coil are left out. One that is offered a stepping stone first counts.
 */
export const releaseAudience = v.object({
  customers: v.number(),
  detectors: v.number(),
  /** Of these detectors, how many have no firmware. */
  withoutFirmware: v.number(),
})
export type ReleaseAudience = v.InferOutput<typeof releaseAudience>

/** A test that has reached its limit, as it was then (haltingRule.ts). */
const testFound = v.object({
  kind: v.picklist(testKinds),
  /** The hardware version, the build or the browser; empty where there is one test of its kind. */
  name: v.string(),
  outcomes: v.number(),
  failures: v.number(),
  /** The rate that was expected, from 0 to 1. */
  expected: v.number(),
  /** How the version before did, counted in the same way; null where there is none. */
  before: v.nullable(v.object({ outcomes: v.number(), failures: v.number() })),
})
export type ShownTestFound = v.InferOutput<typeof testFound>

/**
 * A release that its outcomes have halted, or whose plan was paused by a fault of the portal or by an obstacle, until a person lets it go on.
 * `portal`: a beta or released one, which has no plan, is still offered with such a fault, until a person has seen it.
 */
export const stoppedRelease = v.object({
  kind: v.picklist(['halted', 'paused', 'portal']),
  releaseId: v.number(),
  /** One of its firmwares, whose page shows the release. */
  firmwareId: v.number(),
  versionName: v.string(),
  products: v.array(v.string()),
  /** Null where something speaks against offering it to all owners. */
  found: v.nullable(testFound),
})
export type StoppedRelease = v.InferOutput<typeof stoppedRelease>

/** How a staged release grows (releasePlan.ts). Shares from 0 to 1. */
const plan = v.object({
  share: v.number(),
  /** When it was staged, or its share last grew. */
  since: v.nullable(instant),
  /** Those that outcomes lead to; the last is 1, which is *released*. Empty: it grows by hand only. */
  shares: v.array(v.number()),
  /** What the next of them waits for: this many more updates without a failure, and this day. Null while it is paused or over. */
  next: v.nullable(v.object({ share: v.number(), outcomes: v.number(), notBefore: v.nullable(instant) })),
  /** Why it does not go on by itself; `test` is given where the portal is the cause. */
  pause: v.nullable(v.object({ cause: v.picklist(pauseCauses), test: v.nullable(testFound), at: instant })),
})
export type ReleasePlan = v.InferOutput<typeof plan>

const image = v.object({
  id: v.number(),
  language: v.string(),
  filename: v.string(),
  sizeBytes: v.number(),
  sha256: v.string(),
  isDeleted: v.boolean(),
  nbProductUpdates: v.number(),
})

/** Whether missing proof from real hardware is confirmed, or refused unless an administrator makes an exception (`RELEASE_PROOF`). */
const proofModes = ['warn', 'required'] as const

/** Who of staff installed these very bytes, on which detectors: a claim of their pages, for a server sees no hardware (docs/releases.md). */
const proof = v.object({
  mode: v.picklist(proofModes),
  /** Newest first: the last success of each person on each detector with each image. A simulated detector is no proof. */
  flashed: v.array(
    v.object({
      by: choice,
      date: instant,
      serialNumberFormatted: v.string(),
      hardwareVersion: v.number(),
      language: v.string(),
      isSimulated: v.boolean(),
    }),
  ),
  /** `hardwareVersion` is null where no detector is known: one of any hardware will do. */
  missing: v.array(v.object({ language: v.string(), hardwareVersion: v.nullable(v.number()) })),
  /** For the release as it is. `by` null: the account is gone. `reason` null: by an administrator's program, over the API. */
  exception: v.nullable(v.object({ by: v.nullable(choice), date: instant, reason: v.nullable(v.string()) })),
})
export type ReleaseProof = v.InferOutput<typeof proof>

/**
 * Stands for version, products with their type numbers, groups, files and change logs of a release. A call that sends it fails with
 * `changed.meanwhile.error` if they are others by now: nobody approves or offers what they have not seen.
 */
export const fingerprint = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

export const shownRelease = v.object({
  id: v.number(),
  fingerprint,
  versionName: v.string(),
  state: v.picklist(releaseStates),
  /** What it is or was offered as; for a draft, what it was chosen for. */
  reach: v.picklist(['beta', 'staged', 'released']),
  /** When it first left draft; null for a draft. */
  offeredAt: v.nullable(instant),
  withdrawnAt: v.nullable(instant),
  products: v.array(choice),
  betaGroups: v.array(choice),
  images: v.array(image),
  /** Who is offered it now; for a draft nobody, for a halted one whom it was offered to. */
  audience: releaseAudience,
  approvals: v.array(v.object({ by: choice, date: instant })),
  /** How many administrators besides the one who releases it have to approve; 0 or 1. */
  approvalsNeeded: v.number(),
  /** Whether that many are there that count where the caller offers it to all. */
  isApproved: v.boolean(),
  /** The steps that its state allows, whatever else they wait for. */
  steps: v.array(v.picklist(releaseSteps)),
  requirements,
  /** The step that it takes later. `failure`: why it is not taken, an error code, or `restored` after a backup was restored; then it waits for a person. */
  scheduled: v.nullable(
    v.object({ step: v.picklist(releaseSteps), at: instant, setBy: choice, setAt: instant, failure: v.nullable(v.string()) }),
  ),
  /**
   * Of one that was withdrawn by a person: how many detectors still have it, how many owners were told by mail, and how many detectors had it at
   * the end of each day, in UTC, since it was withdrawn; the last is now.
   */
  recall: v.nullable(v.object({ left: v.number(), told: v.number(), days: v.array(v.object({ day: v.string(), left: v.number() })) })),
  /** While it is staged, and while a staged one is halted; null otherwise. */
  plan: v.nullable(plan),
  /** What has halted it by itself; null where a person did. */
  haltedFor: v.nullable(testFound),
  /** The build or browser of the portal in which updates of a beta or released one fail, until a person has seen it. */
  portalFault: v.nullable(testFound),
  /** What release keys have signed of it, or null where nothing is signed here. `isCurrent`: it is the release as it is now. */
  signature: v.nullable(v.object({ keys: v.array(v.string()), signedAt: v.nullable(instant), isCurrent: v.boolean() })),
  /** Newest first. */
  holds: v.array(hold),
  /** The hardware versions of its products' detectors that are known, and how many there are of each. */
  hardware: v.array(v.object({ version: v.number(), detectors: v.number() })),
  /** Older versions of its products that may be its stepping stone or minimum, newest first. */
  olderVersions: v.array(v.string()),
  proof,
})
export type ShownRelease = v.InferOutput<typeof shownRelease>
