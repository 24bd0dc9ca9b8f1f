/** The forms of a plan: shares as people type them, in percent; calls have them from 0 to 1, with four decimals. */
import * as v from 'valibot'
import type { ErrorCode } from '../../../../errors.ts'
import { release } from '../../../../contract/release.ts'

/** `share`: "30". */
export type RaiseValues = { share: string; reason: string }
/** `shares`: "2, 10, 30, 100". */
export type PlanValues = { shares: string }

const { raiseShare, setPlan } = release

/** From the values of the form to what the call sends. */
export const raiseSchema = v.pipe(
  v.custom<RaiseValues>(() => true),
  v.transform(({ share, reason }) => ({ share: readShare(share), reason })),
  v.omit(raiseShare.request, ['from']),
)

export const planSchema = v.pipe(
  v.custom<PlanValues>(() => true),
  v.transform(({ shares }): v.InferInput<typeof setPlan.request> => ({ shares: readShares(shares) })),
  setPlan.request,
)

/** `from`: the share that it has. */
export function checkRaise({ share }: RaiseValues, from: number): Readonly<Record<string, ErrorCode>> {
  if (share.trim() === '') return { share: 'MandatoryField' }
  return Number(readShare(share)) > from ? {} : { share: 'number.invalid.error' }
}

/** The schema sees a list, the form one text. */
export function checkPlan({ shares }: PlanValues): Readonly<Record<string, ErrorCode>> {
  return plannedShares(shares) === null ? { shares: 'number.invalid.error' } : {}
}

/** Null where a share cannot be read, or is not larger than the one before. */
export function plannedShares(typed: string): readonly number[] | null {
  const { success, output } = v.safeParse(setPlan.request.entries.shares, readShares(typed))
  return success && output.every((share, index) => share > (output[index - 1] ?? 0)) ? output : null
}

/** What the share of a form is, from 0 to 1; null where it cannot be read, or is no larger one. */
export function raisedTo(values: RaiseValues, from: number): number | null {
  const { success, output } = v.safeParse(raiseShare.request.entries.share, readShare(values.share))
  return success && output > from ? output : null
}

/** "2.5" of 0.025. */
export function percentOf(share: number): string {
  return String(Number((share * 100).toFixed(2)))
}

/** Undefined for nothing; what cannot be read is refused as "NaN". */
function readShare(percent: string): string | undefined {
  const typed = percent.trim()
  if (typed === '') return undefined
  const [, number] = /^(\d{1,3}(?:[.,]\d{1,2})?)\s*%?$/.exec(typed) ?? []
  return String(Number((Number(number?.replace(',', '.')) / 100).toFixed(4)))
}

/** A comma parts them, so that decimals have a point. */
function readShares(typed: string): string[] {
  const parts = typed.split(/[\s,;]+/).filter((part) => part !== '' && part !== '%')
  return parts.map((part) => readShare(part) ?? '')
}
