import { createHash } from 'node:crypto'
import { firmwareTrailerBytes } from '../../../contract/rules.ts'
import type { DemoLanguage, DemoRelease } from './catalogue.ts'
import { seededRandom } from './seededRandom.ts'

/** A firmware file: random bytes of a realistic size, then the 16-byte trailer that is never sent (here: a name and a checksum). */
export function firmwareImage(release: DemoRelease, language: DemoLanguage): Uint8Array {
  const name = `${release.typeIds.join('+')} ${release.versionName} ${language}`
  const image = seededRandom(name).bytes(release.imageKiB * 1024)
  const trailer = Buffer.alloc(firmwareTrailerBytes)
  trailer.write(release.versionName.slice(0, 8), 'ascii')
  createHash('sha256').update(image).digest().copy(trailer, 8, 0, 8)
  return Buffer.concat([image, trailer])
}
