/** What contradicts itself among products and firmwares. An addition: the specification leaves such data undefined. */
import * as v from 'valibot'
import { choice } from './crud.ts'
import { backOffice, endpoint } from './endpoint.ts'
import { instant } from './fields.ts'

const clashes = v.object({
  /** Products that share a type number: their detectors are offered nothing, because nobody knows which of them a detector is. */
  typeIds: v.array(v.object({ typeId: v.number(), products: v.array(choice) })),
  /** Active firmwares of one product with the same version and language, as the first of them is written. */
  versions: v.array(
    v.object({
      versionName: v.string(),
      language: v.string(),
      product: choice,
      firmwares: v.array(v.object({ ...choice.entries, releaseDate: instant })),
    }),
  ),
})
export type Clashes = v.InferOutput<typeof clashes>

export const catalogue = {
  /** Only data from before new ones were refused (`typeId.already.exists.error`, `version.already.exists.error`) has any. */
  getClashes: endpoint({ method: 'GET', path: '/catalogue/getClashes', audience: backOffice, body: 'none', response: clashes }),
}
