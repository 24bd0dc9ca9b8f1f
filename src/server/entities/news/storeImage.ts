/** Stores the images of articles without the notes of a camera, such as the place: thumbnails in their size, images in the text smaller. */
import { type NewsImageType, newsImageTypes, newsThumbnailTypes } from '../../../contract/news.ts'
import type { Upload } from '../../../contract/fields.ts'
import { AppError } from '../../../errors.ts'
import { cleanFilename } from '../../files/cleanFilename.ts'
import { type InsertFile, storeFile } from '../../files/storeFile.ts'
import type { Caller } from '../../auth/caller.ts'
import { FileError } from '../../sandbox/createSandbox.ts'
import { inSandbox } from '../../sandbox/inSandbox.ts'
import type { ServerContext } from '../../serverContext.ts'

export type Storing = Pick<ServerContext, 'storage'> & { readonly now: Date; readonly user: Caller }

/** Twice what a list shows, for sharp displays. */
const smallThumbnail = { width: 96, height: 64 }
/** Twice the width of an article's text. */
const imageSidePx = 1_600

const extensions: Readonly<Record<NewsImageType, string>> = { 'image/png': '.png', 'image/jpeg': '.jpg', 'image/webp': '.webp' }

/** Throws `thumbnail.invalid.error`. */
export async function storeThumbnail(storing: Storing, file: Upload): Promise<{ insertFile: InsertFile; small: string }> {
  const invalid = new AppError('thumbnail.invalid.error', { invalidField: 'thumbnail' })
  const { bytes, type } = await read(file, newsThumbnailTypes, invalid)
  const small = await decoded(
    inSandbox(storing.user.id, 'cutSmall', () => [bytes, smallThumbnail]),
    invalid,
  )
  const image = await decoded(
    inSandbox(storing.user.id, 'withoutNotes', () => [bytes, type]),
    invalid,
  )
  const insertFile = await storeFile(storing, { pieces: [image], filename: nameFor(file.name, type), kind: 'newsImage', mediaType: type })
  return { insertFile, small: Buffer.from(small).toString('base64') }
}

/** Throws `image.invalid.error`. */
export async function storeImage(storing: Storing, file: Upload): Promise<InsertFile> {
  const invalid = new AppError('image.invalid.error', { invalidField: 'image' })
  const { bytes, type } = await read(file, newsImageTypes, invalid)
  const image = await decoded(
    inSandbox(storing.user.id, 'shrink', () => [bytes, type, imageSidePx]),
    invalid,
  )
  return storeFile(storing, { pieces: [image], filename: nameFor(file.name, type), kind: 'newsImage', mediaType: type })
}

async function read(file: Upload, types: readonly NewsImageType[], invalid: AppError) {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = imageType(bytes)
  if (type === null || !types.includes(type)) throw invalid
  return { bytes, type }
}

/** By the first bytes, whatever the name says. */
function imageType(bytes: Uint8Array): NewsImageType | null {
  const beginning = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (beginning.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (beginning.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (beginning.startsWith('RIFF') && beginning.slice(8) === 'WEBP') return 'image/webp'
  return null
}

/** The library says of a broken image only that it is broken. */
async function decoded(image: Promise<Uint8Array>, { code, invalidField }: AppError): Promise<Uint8Array> {
  return image.catch((cause: unknown) => {
    throw cause instanceof FileError ? new AppError(code, { ...(invalidField !== undefined && { invalidField }), cause }) : cause
  })
}

function nameFor(given: string, type: NewsImageType): string {
  return `${cleanFilename(given).replace(/\.\w{1,5}$/, '')}${extensions[type]}`
}
