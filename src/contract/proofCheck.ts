/** Additions: the maker checks proofs of purchase, and certifies an approved warranty. */
import * as v from 'valibot'
import { byId, choice, idsOf, saved } from './crud.ts'
import { backOffice, endpoint, everyRole, fileAnswer } from './endpoint.ts'
import { id, instant, optionalText } from './fields.ts'
import { purchaseProofAnswer } from './purchaseProof.ts'
import { locales, proofRefusals, proofWordsMaxLength } from './rules.ts'

const waitingProof = v.object({
  /** Of the proof's file. */
  id,
  /** Tells one state of the purchase from a later one: a decision sends it back. */
  submittedAt: instant,
  kind: v.picklist(['coil', 'detector']),
  /** "WS6 Master" of a detector; the name of a coil. */
  name: v.string(),
  /** As printed on the coil, or as the detector reports it. */
  serialNumber: v.nullable(v.string()),
  purchaseDate: v.nullable(instant),
  /** When it came into its owner's list. */
  createdAt: instant,
  purchaseProof: purchaseProofAnswer,
  /** The warranty code that was claimed for the coil. */
  code: v.nullable(v.string()),
  owner: choice,
  country: v.string(),
})
export type WaitingProof = v.InferOutput<typeof waitingProof>

const summary = v.object({
  /** How many proofs wait for a decision, also those that somebody has in front of them; and how many for too long (`proofLateWorkingDays`). */
  waiting: v.number(),
  late: v.number(),
  /** Since when the first of them waits; null if none does. */
  oldest: v.nullable(instant),
})
export type ProofSummary = v.InferOutput<typeof summary>

export const proofCheck = {
  getSummary: endpoint({
    method: 'GET',
    path: '/proofCheck/getSummary',
    audience: backOffice,
    isReadOnly: true,
    body: 'none',
    response: summary,
  }),

  /**
   * The proof to be checked now, and the one after it, oldest first: nobody else gets them for `proofClaimMinutes`, which each call begins
   * anew. Never the caller's own.
   */
  take: endpoint({
    method: 'POST',
    path: '/proofCheck/take',
    audience: backOffice,
    body: 'none',
    response: v.object({ waiting: v.number(), proofs: v.array(waitingProof) }),
    people: ({ proofs }: { proofs: readonly WaitingProof[] }) => idsOf(proofs.map(({ owner }) => owner)),
  }),

  /**
   * Approves or refuses a proof, and mails the decision to its owner. A refusal needs a `reason`, and `words` too if it is `other`
   * (`MandatoryField`). `proof.changed.error` if the proof was decided, or the purchase changed, since `submittedAt`; `proof.claimed.error`
   * if somebody else has it; `not.authorized` on one's own.
   */
  decide: endpoint({
    method: 'POST',
    path: '/proofCheck/{id}/decide',
    audience: backOffice,
    body: 'form',
    params: byId,
    request: v.strictObject({
      decision: v.picklist(['approved', 'refused']),
      submittedAt: instant,
      reason: v.optional(v.picklist(proofRefusals)),
      words: optionalText(proofWordsMaxLength),
    }),
    response: saved,
  }),

  /** Takes a decision back: the proof waits again, and a mail that has not been sent is not sent. `proof.changed.error` if there is none. */
  reopen: endpoint({
    method: 'POST',
    path: '/proofCheck/{id}/reopen',
    audience: backOffice,
    body: 'none',
    params: byId,
    response: saved,
  }),

  /**
   * The certificate of an approved warranty as a PDF, by the id of its proof: for its owner, administrators and the back office;
   * `resource.not.found` for everybody else, and while the proof is not approved.
   */
  getCertificate: endpoint({
    method: 'GET',
    path: '/proofCheck/{id}/certificate',
    audience: everyRole,
    isReadOnly: true,
    viewedAs: 'viewedFile',
    body: 'none',
    params: byId,
    query: v.strictObject({ locale: v.optional(v.picklist(locales)) }),
    response: fileAnswer,
  }),
}
