/** The certificate of an approved warranty, in the reader's language. */
import { and, eq } from 'drizzle-orm'
import { purchaseProofReaders } from '../../../contract/purchaseProof.ts'
import type { Locale } from '../../../contract/rules.ts'
import { coilWarranty, detectorWarranty, extensionPeriod } from '../../../contract/warranty.ts'
import { AppError } from '../../../errors.ts'
import type { Caller } from '../../auth/caller.ts'
import type { FileToStream } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { proofChecks, users } from '../../db/tables.ts'
import type { Sheet } from '../../pdf/drawSheet.ts'
import { drawPdf } from '../../pdf/withPdfThread.ts'
import { ThreadError } from '../../threads/inThread.ts'
import { dayFormat } from '../../records/dayFormat.ts'
import { describePurchase, type Purchase, selectPurchases } from './findPurchases.ts'

type Certificate = { readonly id: number; readonly caller: Caller; readonly locale: Locale; readonly brand: string; readonly now: Date }

/** Throws `resource.not.found`. No rate limit in the database: the call only reads. */
export async function writeCertificate(db: Database, { id, caller, locale, brand, now }: Certificate): Promise<FileToStream> {
  const isOwn = purchaseProofReaders.includes(caller.role) ? undefined : eq(users.id, caller.id)
  const [purchase] = await selectPurchases(db, and(eq(proofChecks.fileId, id), eq(proofChecks.state, 'approved'), isOwn))
  if (purchase === undefined) throw new AppError('resource.not.found')
  const bytes = await draw(caller.id, purchase, { locale, brand, now })
  const { serialNumber } = describePurchase(purchase)
  const filename = `${texts[locale].filename}-${(serialNumber ?? String(id)).replaceAll(' ', '')}.pdf`
  return { content: inOnePiece(bytes), filename, mediaType: 'application/pdf' }
}

async function draw(account: number, purchase: Purchase, about: Omit<About, 'holder'>): Promise<Uint8Array> {
  const { owner } = purchase
  return drawPdf(account, async (thread) => {
    const name = `${owner.firstname} ${owner.lastname}`.trim()
    // Not every name can be drawn; an address can.
    const holder = name !== '' && (await thread.canDraw(name)) ? name : owner.username
    return thread.drawSheet(sheetOf(purchase, { ...about, holder }))
  }).catch(asUnavailable)
}

/** A machine that is too busy to draw it in time may do so later. */
function asUnavailable(error: unknown): never {
  throw error instanceof ThreadError && error.reason === 'timeout' ? new AppError('service.unavailable.error') : error
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

type About = { readonly locale: Locale; readonly brand: string; readonly now: Date; readonly holder: string }

function sheetOf(purchase: Purchase, { locale, brand, now, holder }: About): Sheet {
  const text = texts[locale]
  const { kind, name, serialNumber, purchaseDate, code } = describePurchase(purchase)
  const extension = extensionPeriod(extensionOf(purchase))
  const warranty = warrantyOf(purchase, code)
  const { decidedAt } = purchase.check
  const facts: [string, string | null][] = [
    [text.holder, holder],
    [kind === 'coil' ? text.coil : text.detector, name],
    [text.serialNumber, serialNumber],
    [text.purchaseDate, dayOf(purchaseDate)],
    [text.warranty, warranty && text.fromTo(dayOf(warranty.start) ?? '', dayOf(warranty.end) ?? '')],
    [text.extension, extension && text.fromTo(dayOf(extension.start) ?? '', dayOf(extension.end) ?? '')],
    [text.checked, dayOf(decidedAt?.toISOString() ?? null)],
  ]
  const known = facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [[label, value] as const]))
  const issued = dayOf(now.toISOString()) ?? ''
  return { locale, brand, title: text.title, intro: text.intro(brand), facts: known, footnote: text.footnote(issued), date: now }
}

function extensionOf({ coil, detector }: Purchase) {
  const { startWarrantyExtension: start = null, endWarrantyExtension: end = null } = detector ?? coil ?? {}
  return { startWarrantyExtension: start?.toISOString() ?? null, endWarrantyExtension: end?.toISOString() ?? null }
}

function warrantyOf(purchase: Purchase, code: string | null) {
  const { coil, detector } = purchase
  const extension = extensionOf(purchase)
  if (detector === null) return coilWarranty({ ...extension, code, purchaseDate: coil?.purchaseDate?.toISOString() ?? null })
  const [startWarranty, endWarranty] = [detector.startWarranty, detector.endWarranty].map((date) => date?.toISOString() ?? null)
  return detectorWarranty({ ...extension, startWarranty: startWarranty ?? null, endWarranty: endWarranty ?? null })
}

function dayOf(instant: string | null): string | null {
  return instant === null ? null : dayFormat.format(new Date(instant))
}

const texts = {
  en: {
    filename: 'warranty-certificate',
    title: 'Warranty certificate',
    intro: (brand: string) => `${brand} has checked the proof of purchase and confirms this warranty.`,
    holder: 'Owner',
    coil: 'Coil',
    detector: 'Detector',
    serialNumber: 'Serial number',
    purchaseDate: 'Purchase date',
    warranty: 'Warranty',
    extension: 'Of which extended',
    checked: 'Proof approved on',
    fromTo: (from: string, to: string) => `${from} to ${to}`,
    footnote: (day: string) => `As of ${day}. The portal has the current state of this warranty.`,
  },
  fr: {
    filename: 'certificat-de-garantie',
    title: 'Certificat de garantie',
    intro: (brand: string) => `${brand} a vérifié la preuve d’achat et confirme cette garantie.`,
    holder: 'Propriétaire',
    coil: 'Disque',
    detector: 'Détecteur',
    serialNumber: 'Numéro de série',
    purchaseDate: 'Date d’achat',
    warranty: 'Garantie',
    extension: 'Dont extension',
    checked: 'Preuve approuvée le',
    fromTo: (from: string, to: string) => `du ${from} au ${to}`,
    footnote: (day: string) => `Établi le ${day}. Le portail indique l’état actuel de cette garantie.`,
  },
} as const satisfies Record<Locale, unknown>
