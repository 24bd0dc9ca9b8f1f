/** Stores the images of articles without the notes of a camera, such as the place: thumbnails in their size, images in the text smaller. */
import { type NewsImageType, newsImageTypes, newsThumbnailTypes } from '../../../contract/news.ts'
import type { Upload } from '../../../contract/fields.ts'
import { AppError } from '../../../errors.ts'
import { cleanFilename } from '../../files/cleanFilename.ts'
import { cutSmall, imageSignatureBytes, imageType, shrink, withoutNotes } from '../../files/readImage.ts'
import { type InsertFile, storeFile } from '../../files/storeFile.ts'
import type { ServerContext } from '../../serverContext.ts'

type Storing = Pick<ServerContext, 'storage'> & { readonly now: Date }

/** Twice what a list shows, for sharp displays. */
const smallThumbnail = { width: 96, height: 64 }
/** Twice the width of an article's text. */
const imageSidePx = 1_600

const extensions: Readonly<Record<NewsImageType, string>> = { 'image/png': '.png', 'image/jpeg': '.jpg', 'image/webp': '.webp' }

/** Throws `thumbnail.invalid.error`. */
export async function storeThumbnail(storing: Storing, file: Upload): Promise<{ insertFile: InsertFile; small: string }> {
  const invalid = new AppError('thumbnail.invalid.error', { invalidField: 'thumbnail' })
  const { bytes, type } = await read(file, newsThumbnailTypes, invalid)
  const small = await decoded(cutSmall(bytes, smallThumbnail), invalid)
  const image = await decoded(withoutNotes(bytes, type), invalid)
  const insertFile = await storeFile(storing, { pieces: [image], filename: nameFor(file.name, type), kind: 'newsImage', mediaType: type })
  return { insertFile, small: small.toString('base64') }
}

/** Throws `image.invalid.error`. */
export async function storeImage(storing: Storing, file: Upload): Promise<InsertFile> {
  const invalid = new AppError('image.invalid.error', { invalidField: 'image' })
  const { bytes, type } = await read(file, newsImageTypes, invalid)
  const image = await decoded(shrink(bytes, type, imageSidePx), invalid)
  return storeFile(storing, { pieces: [image], filename: nameFor(file.name, type), kind: 'newsImage', mediaType: type })
}

async function read(file: Upload, types: readonly NewsImageType[], invalid: AppError) {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = imageType(bytes.subarray(0, imageSignatureBytes))
  if (type === null || !types.includes(type)) throw invalid
  return { bytes, type }
}

/** The library says of a broken image only that it is broken. */
async function decoded(image: Promise<Buffer>, invalid: AppError): Promise<Buffer> {
  return image.catch((cause: unknown) => {
    // Too many are waiting.
    if (cause instanceof AppError) throw cause
    throw new AppError(invalid.code, { ...(invalid.invalidField !== undefined && { invalidField: invalid.invalidField }), cause })
  })
}

function nameFor(given: string, type: NewsImageType): string {
  return `${cleanFilename(given).replace(/\.\w{1,5}$/, '')}${extensions[type]}`
}
