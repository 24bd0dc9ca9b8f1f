/** Columns that several kinds of records have, beyond the forms' own fields. */
import * as v from 'valibot'
import { serialNumber, typedDay } from '../../contract/fields.ts'
import { hourMs } from '../limits/durations.ts'

const answers: Readonly<Record<string, boolean>> = { yes: true, true: true, '1': true, no: false, false: false, '0': false }

/** `yes` or `no`; also `true`, `false`, 1 and 0. */
export function yesOrNo(fallback: 'yes' | 'no') {
  return v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.toLowerCase(),
      v.check((word) => word in answers, 'write yes or no'),
      v.transform((word) => answers[word] ?? false),
    ),
    fallback,
  )
}

/** As detectors report it; may be written with spaces, as it is printed. */
export const detectorSerial = v.pipe(
  v.string(),
  v.transform((written) => written.replaceAll(/\s/g, '')),
  serialNumber,
)

/** In the time zone furthest ahead, UTC+14, it may already be the next day. */
const earliestDayLeadMs = 14 * hourMs

/** A day that is over or has begun, as its midnight in UTC. */
export const pastDay = v.pipe(
  typedDay,
  v.transform((day) => new Date(`${day}T00:00:00.000Z`)),
  v.check((date) => date.getTime() <= Date.now() + earliestDayLeadMs, 'date.future.error'),
)

/** "2026-11-21", as the file writes it. */
export function dayOf(date: Date | null | undefined): string | null {
  return date?.toISOString().slice(0, 'YYYY-MM-DD'.length) ?? null
}
