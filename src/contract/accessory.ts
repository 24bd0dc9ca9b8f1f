/** An accessory is a coil, known by the serial its detector reports. */
import * as v from 'valibot'
import { endpoint, everyRole } from './endpoint.ts'
import { id, instant, jsonText, serialNumber } from './fields.ts'

/** A detector has ten accessory slots (device document, section 9). */
const accessorySlots = 10

export const accessoryAnswer = v.object({
  id,
  name: v.string(),
  serialNumber: v.string(),
  serialNumberFormatted: v.string(),
  coilSerial: v.nullable(v.string()),
  purchaseDate: v.nullable(instant),
  startWarrantyExtension: v.nullable(instant),
  endWarrantyExtension: v.nullable(instant),
  userProductId: v.nullable(id),
})
export type Accessory = v.InferOutput<typeof accessoryAnswer>

export const accessory = {
  getUserAccessoriesForUser: endpoint({
    method: 'GET',
    path: '/accessory/getUserAccessoriesForUser',
    audience: everyRole,
    body: 'none',
    response: v.array(accessoryAnswer),
  }),

  /** Saves what a connected detector lists. Each entry names the caller's own user product; another's is 404. */
  createOrUpdate: endpoint({
    method: 'POST',
    path: '/accessory/createOrUpdate',
    audience: everyRole,
    body: 'form',
    request: v.strictObject({
      accessories: jsonText(
        v.pipe(
          v.array(
            v.strictObject({
              userProductId: id,
              serialNumber,
              accessoryTypeId: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
            }),
          ),
          v.maxLength(accessorySlots),
        ),
      ),
    }),
    response: v.array(accessoryAnswer),
  }),
}
