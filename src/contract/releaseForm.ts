/** The shapes of requirements and holds (requirements.ts) in calls. */
import * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import { booleanText, instant, integerText, repeated, text } from './fields.ts'

export const requirements = v.object({
  minimumInstalledVersion: v.nullable(v.string()),
  steppingStone: v.nullable(v.string()),
  hardwareVersions: v.array(v.number()),
  minimumBatteryPercent: v.nullable(v.number()),
  needsCoil: v.boolean(),
  minimumAppBuild: v.nullable(v.number()),
})

export const hold = v.object({
  id: v.number(),
  hardwareVersions: v.array(v.number()),
  reason: v.object({ en: v.string(), fr: v.string() }),
  since: instant,
})

/** From 0 to 1, with at most four decimals. */
export const shareText = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^(0(\.\d{1,4})?|1(\.0{1,4})?)$/, 'number.invalid.error' satisfies ErrorCode),
  v.transform(Number),
)

const hardwareVersions = repeated(integerText(0, 255))

/** Left out: not required. */
export const requirementsForm = {
  minimumInstalledVersion: v.optional(text()),
  steppingStone: v.optional(text()),
  hardwareVersions,
  minimumBatteryPercent: v.optional(integerText(0, 100)),
  needsCoil: v.optional(booleanText),
  minimumAppBuild: v.optional(integerText(0, 2_147_483_647)),
}

/** Without hardware versions, all detectors are held. */
export const holdForm = { hardwareVersions, reasonEn: text(), reasonFr: text() }
