/** What staff find from anywhere, by a few letters. An addition. */
import * as v from 'valibot'
import { idsOf } from './crud.ts'
import { endpoint, staff } from './endpoint.ts'
import { id, requiredSearchText } from './fields.ts'

/** The records found at once, and the rows that are offered together. */
export const foundRowsMax = 10
/** Shorter texts find screens only. */
export const foundTextMinLength = 2

const foundRecord = v.object({
  entity: v.picklist(['user', 'firmware', 'news', 'warrantyCode']),
  id,
  /** "Ada Field", "5.3 (English)", a title, or a code in its groups. */
  tostring: v.string(),
  /** What tells two of the same name apart: an address, products, who used a code. '' if there is nothing. */
  detail: v.string(),
})
export type FoundRecord = v.InferOutput<typeof foundRecord>

export const search = {
  /**
   * At most `foundRowsMax` records that the caller may open, and no total. Each kind searches as its list does, users also by serial number;
   * names, addresses and codes that begin with the text come first. Deleted records are not found.
   */
  findRecords: endpoint({
    method: 'GET',
    path: '/search',
    audience: staff,
    isReadOnly: true,
    body: 'none',
    query: v.strictObject({ text: requiredSearchText(foundTextMinLength) }),
    response: v.object({ items: v.array(foundRecord) }),
    people: ({ items }: { items: readonly FoundRecord[] }) => idsOf(items.filter(({ entity }) => entity === 'user')),
  }),
}
