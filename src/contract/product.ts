/** A product is a model that the maker sells; `typeId` is the number that its detectors report as productTypeId. */
import * as v from 'valibot'
import { byId, choice, removeCalls, saveCalls, shownRecord } from './crud.ts'
import { editForm } from './editForm.ts'
import { backOffice, endpoint } from './endpoint.ts'
import { id, integerText, text } from './fields.ts'
import { always, offersToType, unknown } from './effects.ts'
import { typeIdMin } from './rules.ts'
import { tableCalls } from './table.ts'

/**
 * A detector sends its type in two bytes, hence the upper bound. `name.already.exists.error` on `name`, `typeId.already.exists.error` on
 * `typeId`.
 */
const form = { name: text(), typeName: text(), typeId: integerText(typeIdMin, 0xffff) }

const productRow = v.object({
  id,
  name: v.string(),
  typeName: v.string(),
  /** The versionName of the firmware released last of those that every customer is offered; sorted like a firmware's. */
  lastFirmwareVersion: v.nullable(v.string()),
  /** How many customers own one. */
  nbUsers: v.number(),
  isDeleted: v.boolean(),
})
export type ProductRow = v.InferOutput<typeof productRow>

const shownProduct = v.object({
  ...shownRecord,
  name: v.string(),
  typeName: v.string(),
  typeId: v.number(),
  firmwares: v.array(choice),
})
export type ShownProduct = v.InferOutput<typeof shownProduct>

const saves = saveCalls('product', backOffice, { create: v.strictObject(form), update: editForm(form) })
const removals = removeCalls('product', backOffice)

export const product = {
  ...tableCalls('product', {
    audience: backOffice,
    row: productRow,
    sortable: ['name', 'typeName', 'lastFirmwareVersion', 'nbUsers'],
    exported: ['name', 'typeName', 'lastFirmwareVersion', 'nbUsers'],
  }),

  /** The choices in forms and filters, by name. Never starts with the null that section 7 of the specification allows. */
  getAllNotDeleted: endpoint({
    method: 'GET',
    path: '/product/getAllNotDeleted',
    audience: backOffice,
    isReadOnly: true,
    body: 'none',
    response: v.array(v.nullable(choice)),
  }),

  get: endpoint({
    method: 'GET',
    path: '/product/{id}',
    audience: backOffice,
    isReadOnly: true,
    body: 'none',
    params: byId,
    response: shownProduct,
  }),

  ...saves,
  update: endpoint({ ...saves.update, effects: { offer: offersToType } }),
  ...removals,
  /** Of two with one type number, the other is offered again. */
  remove: endpoint({ ...removals.remove, effects: { offer: unknown } }),
  restore: endpoint({ ...removals.restore, effects: { offer: always } }),
}
