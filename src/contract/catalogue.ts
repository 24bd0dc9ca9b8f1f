/** Contradictions among products and firmwares. An addition: the specification leaves such data undefined. */
import * as v from 'valibot'
import { choice } from './crud.ts'
import { backOffice, endpoint } from './endpoint.ts'
import { instant } from './fields.ts'

const clashes = v.object({
  /** Products that share a type number. Their detectors are offered no firmware, because their model is ambiguous. */
  typeIds: v.array(v.object({ typeId: v.number(), products: v.array(choice) })),
  /** Active firmwares of one product with the same version and language, as the first of them spells it. */
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
  /** Only old data has clashes: new ones are refused (`typeId.already.exists.error`, `version.already.exists.error`). */
  getClashes: endpoint({
    method: 'GET',
    path: '/catalogue/getClashes',
    audience: backOffice,
    isReadOnly: true,
    body: 'none',
    response: clashes,
  }),
}
