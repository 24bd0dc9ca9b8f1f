/** Addition: what is signed of the releases of a product (docs/releases.md, "Signatures"). */
import * as v from 'valibot'
import { endpoint, everyRole } from './endpoint.ts'
import { idText, signed } from './fields.ts'

const signatures = v.object({
  /** The roots after the one in the build, in the order of their versions. */
  roots: v.array(signed),
  /** Null where nothing is signed. */
  catalogue: v.nullable(signed),
})
export type Signatures = v.InferOutput<typeof signatures>

export const signature = {
  /**
   * By the type number that its detectors report. Not `isReadOnly`: a catalogue is issued when it is read and something has changed, or it is a day
   * old.
   */
  getForType: endpoint({
    method: 'GET',
    path: '/signature/{typeId}',
    audience: everyRole,
    body: 'none',
    params: v.strictObject({ typeId: idText }),
    response: signatures,
  }),
}
