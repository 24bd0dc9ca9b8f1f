/** What may be written on detectors: the statement of a release, by a release key, which no server has. It never expires. */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { requirements } from '../releaseForm.ts'
import { isForHardware } from '../requirements.ts'
import { type Root, signersOf } from './root.ts'
import { digestOf, kidOf, readPayload, type Signed, SignatureFault, verifySigned } from './signed.ts'

const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

export const statement = v.object({
  version: v.string(),
  /** Type numbers of its products, in order. */
  types: v.array(v.number()),
  /** One for each language, in the order of their names. */
  images: v.array(v.object({ language: v.string(), bytes: v.number(), sha256 })),
  requirements,
})
export type Statement = v.InferOutput<typeof statement>

/** What a release key signs, to the byte. */
export function statementBytes(said: Statement): Uint8Array {
  const { version, types, images, requirements: required } = said
  const ordered = images.toSorted((one, other) => (one.language < other.language ? -1 : 1))
  const { minimumInstalledVersion, steppingStone, hardwareVersions, minimumBatteryPercent, needsCoil, minimumAppBuild } = required
  return utf8ToBytes(
    JSON.stringify({
      version,
      types: types.toSorted((one, other) => one - other),
      images: ordered.map(({ language, bytes, sha256: hash }) => ({ language, bytes, sha256: hash })),
      requirements: { minimumInstalledVersion, steppingStone, hardwareVersions, minimumBatteryPercent, needsCoil, minimumAppBuild },
    }),
  )
}

/** The release keys of the root that a statement names; others say nothing. Unverified. */
export function releaseKeysOf(root: Root, documents: Signed): string[] {
  const { keys } = signersOf(root, 'release')
  return documents.flatMap((document) => kidOf(document) ?? []).filter((kid) => keys.has(kid))
}

/** With the digest that a catalogue names it by. Rejects with a SignatureFault. */
export async function readStatement(documents: Signed, root: Root): Promise<{ said: Statement; digest: string }> {
  const bytes = await verifySigned(documents, 'release', signersOf(root, 'release'))
  return { said: readPayload(statement, bytes), digest: digestOf(bytes) }
}

/** Whether a file may be written on a detector. `sha256` in lower-case hexadecimal. Throws `product` or `file`. */
export function assertStated(
  said: Statement,
  detector: { readonly typeId: number; readonly hardwareVersion: number },
  file: { readonly language: string; readonly sizeBytes: number; readonly sha256: string },
): void {
  if (!said.types.includes(detector.typeId) || !isForHardware(said.requirements, detector.hardwareVersion))
    throw new SignatureFault('product')
  const isIt = said.images.some(
    ({ language, bytes, sha256: hash }) => language === file.language && bytes === file.sizeBytes && hash === file.sha256,
  )
  if (!isIt) throw new SignatureFault('file')
}
