import type { contract } from '../../../contract/contract.ts'
import type { HandlersOf } from '../../call.ts'
import { writeCertificate } from './certificate.ts'
import { decideProof, reopenProof } from './decideProof.ts'
import { summarizeProofs, takeProofs } from './takeProofs.ts'

export const proofCheck: HandlersOf<typeof contract.proofCheck> = {
  getSummary: ({ db, now }) => summarizeProofs(db, now),

  async take({ db, user, now }) {
    const proofs = await takeProofs(db, user.id)
    const { waiting } = await summarizeProofs(db, now)
    return { waiting, proofs }
  },

  decide: ({ body, ...call }) => decideProof(call, body),
  reopen: (call) => reopenProof(call),

  getCertificate({ params: { id }, query, user, db, now, config, locale }) {
    return writeCertificate(db, { id, caller: user, locale: query.locale ?? locale, brand: config.brand.name, now })
  },
}
