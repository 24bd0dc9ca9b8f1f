/** The content of a report file. A loaded file may hold anything, so this schema checks all of it. */
import * as v from 'valibot'
import { instant } from '../../../contract/fields.ts'
import { firmwareFileMaxBytes } from '../../../contract/rules.ts'
import { isErrorCode, type ErrorCode } from '../../../errors.ts'

/** More than the recorder keeps, marks included. */
const maxRows = 100_000
const byte = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))
const serialNumber = v.pipe(v.string(), v.regex(/^[0-9A-Fa-f]{10}$/))
const imageLength = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(firmwareFileMaxBytes))
const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const shortText = v.pipe(v.string(), v.maxLength(500))
const cause = v.custom<ErrorCode>(isErrorCode)
/** Milliseconds since the row before. */
const ms = v.pipe(v.number(), v.finite(), v.minValue(-1e9), v.maxValue(1e9))

/** A frame as device/recorder/reportText.ts writes it; `!` marks a damaged one. */
const frameText = v.pipe(v.string(), v.regex(/^(?:next|program \d{1,10}|!?(?:[0-9a-f]{2}){1,64})$/))

const call = v.variant('name', [
  v.strictObject({ name: v.picklist(['connect', 'probe', 'disconnect']) }),
  v.strictObject({
    name: v.literal('update'),
    serialNumber,
    imageLengthBytes: imageLength,
    imageCrc16: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff)),
  }),
])

const updateOutcome = v.variant('phase', [
  v.strictObject({ phase: v.literal('succeeded') }),
  v.strictObject({
    phase: v.literal('failed'),
    errorType: v.picklist(['REPROGRAMMATION_ERROR', 'DECONNECTION_ERROR']),
    cause,
    during: v.picklist(['loading', 'erasing', 'programming', 'completing']),
    sentBytes: count,
    totalBytes: count,
    mustReload: v.boolean(),
  }),
])

const end = v.variant('call', [
  v.strictObject({ call: v.picklist(['connect', 'probe', 'disconnect']), cause: v.nullable(cause) }),
  v.strictObject({ call: v.literal('update'), outcome: updateOutcome }),
])

const row = v.union([
  v.pipe(v.strictTuple([ms, v.picklist(['out', 'in']), frameText]), v.readonly()),
  v.pipe(v.strictTuple([ms, v.picklist(['timer', 'lost'])]), v.readonly()),
  v.pipe(v.strictTuple([ms, v.literal('missing'), count]), v.readonly()),
  v.pipe(v.strictTuple([ms, v.literal('began'), call]), v.readonly()),
  v.pipe(v.strictTuple([ms, v.literal('ended'), end]), v.readonly()),
])

const detector = v.strictObject({
  /** Null if serial numbers are left out. */
  serialNumber: v.nullable(serialNumber),
  productTypeId: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff)),
  materialVersion: byte,
  protocolVersion: byte,
  language: byte,
  batteryPercent: v.nullable(byte),
  productionDate: v.nullable(shortText),
})

/** The firmware that was being installed, as the portal knows it. */
const firmware = v.strictObject({ id: count, versionName: shortText, sizeBytes: count, sha256: shortText })

export const reportSchema = v.strictObject({
  format: v.literal('fieldport flight report'),
  /** The version of this schema. Increase it with a change that older portals cannot read. */
  version: v.literal(1),
  savedAt: instant,
  appVersion: shortText,
  userAgent: shortText,
  areSerialNumbersLeftOut: v.boolean(),
  detector: v.nullable(detector),
  firmware: v.nullable(firmware),
  rows: v.pipe(v.array(row), v.maxLength(maxRows), v.readonly()),
})

export type FlightReport = v.InferOutput<typeof reportSchema>
export type ReportedFirmware = v.InferOutput<typeof firmware>
