/**
 * The warranty of a coil or a detector (the device specification, section 4): 5 years from its purchase, 10 with a code. Pure; used by
 * server and app.
 *
 * How dates are counted, where the specification is silent:
 * - A purchase is a calendar day, stored as its midnight in UTC, so that time zones never move it.
 * - Years and months follow the calendar. 29 February ends on 28 February in a year without a 29th.
 * - A warranty has expired from the midnight at which its last day begins.
 * - A code can be claimed until the end (UTC) of the day 24 months after the purchase. A purchase date that was missing at the claim must
 *   have been in that window on the day of the claim; otherwise the extension is not confirmed until staff confirm it.
 */
import { claimWindowMonths, warrantyExtensionYears, warrantyYears } from './rules.ts'

/** Instants as in the contract, "2026-11-21T00:00:00.000Z". */
export type Period = { readonly start: string; readonly end: string }

type ExtensionFacts = {
  readonly startWarrantyExtension: string | null
  readonly endWarrantyExtension: string | null
}

/** What a coil's warranty follows from. */
export type CoilFacts = ExtensionFacts & {
  readonly purchaseDate: string | null
  /** The code that extended it. */
  readonly code: string | null
}

/** What a detector's warranty follows from. */
export type DetectorFacts = ExtensionFacts & {
  readonly startWarranty: string | null
  readonly endWarranty: string | null
}

const monthsPerYear = 12
/** In the time zone furthest ahead, UTC+14, it may already be the next day. */
const earliestDayLeadMs = 14 * 60 * 60 * 1000

/** From the purchase to the end of the extension, or else of the free years; null if neither is known. */
export function coilWarranty({ purchaseDate, startWarrantyExtension, endWarrantyExtension }: CoilFacts): Period | null {
  const free = purchaseDate === null ? null : freeWarranty(purchaseDate)
  const start = free?.start ?? startWarrantyExtension
  const end = endWarrantyExtension ?? free?.end
  return start === null || end === undefined ? null : { start, end }
}

/** The free years after a purchase. */
export function freeWarranty(purchaseDate: string): Period {
  return { start: purchaseDate, end: addMonths(purchaseDate, warrantyYears * monthsPerYear) }
}

/** The years that a code adds: they begin when the free ones end. */
export function warrantyExtension(purchaseDate: string): Period {
  return {
    start: addMonths(purchaseDate, warrantyYears * monthsPerYear),
    end: addMonths(purchaseDate, (warrantyYears + warrantyExtensionYears) * monthsPerYear),
  }
}

export function isExpired({ end }: Pick<Period, 'end'>, now: Date): boolean {
  return now.getTime() >= Date.parse(end)
}

const claimRefusals = ['warranty.extension.exists.error', 'warranty.claim.window.over.error'] as const
type ClaimRefusal = (typeof claimRefusals)[number]

/** Why a code cannot be claimed; null if it can: no extension yet, and bought within 24 months or on an unknown day. */
export function claimRefusal({ purchaseDate, endWarrantyExtension, code }: CoilFacts, now: Date): ClaimRefusal | null {
  if (hasUsedCode({ endWarrantyExtension, code })) return 'warranty.extension.exists.error'
  return purchaseDate === null || isClaimedInTime(purchaseDate, now) ? null : 'warranty.claim.window.over.error'
}

/** Whether a code was used for this coil. From then on only staff change its purchase date and serial number, once they are given. */
export function hasUsedCode({ endWarrantyExtension, code }: Pick<CoilFacts, 'endWarrantyExtension' | 'code'>): boolean {
  return endWarrantyExtension !== null || code !== null
}

/** Whether the purchase date, given after the claim, was outside the claim window, and staff have not confirmed the extension. */
export function isUnconfirmed({ purchaseDate, endWarrantyExtension, code }: Omit<CoilFacts, 'startWarrantyExtension'>): boolean {
  return code !== null && purchaseDate !== null && endWarrantyExtension === null
}

/** Whether a coil of this purchase date could be extended by a claim at this moment: not before the purchase, and within 24 months of it. */
export function isInClaimWindow(purchaseDate: string, claimedAt: Date): boolean {
  return !isYetToCome(purchaseDate, claimedAt) && isClaimedInTime(purchaseDate, claimedAt)
}

/** Whether a coil with a used code is extended from this purchase date only if staff confirm it. `codeUsedAt` is null if no use is known. */
export function needsConfirmation(purchaseDate: string, codeUsedAt: string | null): boolean {
  return codeUsedAt === null || !isInClaimWindow(purchaseDate, new Date(codeUsedAt))
}

function isClaimedInTime(purchaseDate: string, claimedAt: Date): boolean {
  return dayOf(claimedAt.toISOString()) <= dayOf(lastClaimDay(purchaseDate))
}

/** Whether this day has begun nowhere on Earth. */
export function isYetToCome(day: string, now: Date): boolean {
  return Date.parse(day) > now.getTime() + earliestDayLeadMs
}

/** The last day on which a code can be claimed, as its midnight in UTC. */
export function lastClaimDay(purchaseDate: string): string {
  return addMonths(purchaseDate, claimWindowMonths)
}

/** A detector's warranty, extended or not; null if unknown. */
export function detectorWarranty({
  startWarranty,
  endWarranty,
  endWarrantyExtension,
}: Omit<DetectorFacts, 'startWarrantyExtension'>): Period | null {
  const end = endWarrantyExtension ?? endWarranty
  return startWarranty === null || end === null ? null : { start: startWarranty, end }
}

/** The stored facts of a detector that was bought on this day. An extension moves with the purchase; none begins by itself. */
export function detectorFactsAt(purchaseDate: string, { isExtended }: { isExtended: boolean }): DetectorFacts {
  const free = freeWarranty(purchaseDate)
  const extension = isExtended ? warrantyExtension(purchaseDate) : null
  return {
    startWarranty: free.start,
    endWarranty: free.end,
    startWarrantyExtension: extension?.start ?? null,
    endWarrantyExtension: extension?.end ?? null,
  }
}

/** The years that a code has added; null if there is no extension, or it has not begun because the purchase date is unknown. */
export function extensionPeriod({ startWarrantyExtension: start, endWarrantyExtension: end }: ExtensionFacts): Period | null {
  return start === null || end === null ? null : { start, end }
}

/** The same day a number of months later, in UTC; the month's last day if it has no such day. */
export function addMonths(instant: string, months: number): string {
  const from = new Date(instant)
  const moved = new Date(from)
  moved.setUTCDate(1)
  moved.setUTCMonth(from.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return moved.toISOString()
}

/** "2026-11-21" */
function dayOf(instant: string): string {
  return instant.slice(0, 'YYYY-MM-DD'.length)
}
