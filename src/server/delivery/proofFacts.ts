/** What a mail about a proof of purchase, or about the extension of a warranty, says of this case. Sends nothing. */
import { and, eq, not } from 'drizzle-orm'
import { lastResendDay } from '../../contract/purchaseProof.ts'
import { claimRefusal, lastClaimDay } from '../../contract/warranty.ts'
import type { Database } from '../db/connect.ts'
import { accessories, proofChecks, type users } from '../db/tables.ts'
import { dayFormat } from '../records/dayFormat.ts'
import { findAccessories } from '../entities/accessory/findAccessories.ts'
import { nameOfPurchase, selectPurchases } from '../entities/proofCheck/findPurchases.ts'
import { detectorDrawing, type MailDrawing } from '../messages/mailDrawing.ts'
import { extensionFact, refusalFacts } from '../messages/proofTexts.ts'

type User = Pick<typeof users.$inferSelect, 'id' | 'locale'>

/** Undefined if the decision does not stand any more, or the owner has given the coil or detector up. */
export async function findProofFacts(
  db: Database,
  template: 'proofApproved' | 'proofRefused',
  fileId: number,
  { locale }: User,
): Promise<{ readonly facts: string[]; readonly drawing: MailDrawing } | undefined> {
  const [purchase] = await selectPurchases(db, eq(proofChecks.fileId, fileId))
  if (purchase === undefined) return undefined
  const { state, reason, words, decidedAt } = purchase.check
  const owned = nameOfPurchase(purchase)
  const drawing = purchase.detector === null ? 'coil' : detectorDrawing(purchase.typeName)
  if (template === 'proofApproved') return state === 'approved' ? { facts: [owned], drawing } : undefined
  if (reason === null || decidedAt === null) return undefined
  const { purchaseDate = null } = purchase.detector ?? purchase.coil ?? {}
  const until = lastResendDay(decidedAt.toISOString(), purchaseDate?.toISOString() ?? null)
  return { facts: [owned, ...refusalFacts[locale]({ reason, words, until: dayFormat.format(new Date(until)) })], drawing }
}

/** Undefined if no code can be used for the coil any more. */
export async function findExtensionFacts(db: Database, id: number, { id: userId, locale }: User, now: Date): Promise<string[] | undefined> {
  const isOwn = and(eq(accessories.id, id), eq(accessories.userId, userId), not(accessories.isDeleted))
  const [coil] = await findAccessories(db, isOwn)
  if (coil === undefined || coil.purchaseDate === null || claimRefusal(coil, now) !== null) return undefined
  const until = dayFormat.format(new Date(lastClaimDay(coil.purchaseDate)))
  return [extensionFact[locale](coil.coilSerial ?? coil.name, until)]
}
