/** Judges uploaded images by their content, and makes smaller ones of them. Knows no entity. */
import sharp, { type Sharp } from 'sharp'
import { AppError } from '../../errors.ts'
import { createSlots } from '../limits/slots.ts'

/** A photo of the largest common cameras. Decoding more would take too much memory. */
const pixelsMax = 60_000_000
const decodeSeconds = 10
/** A picture of many pixels takes up to 200 MB. */
const withImageSlot = createSlots({ atOnceMax: 2, waitingMax: 32 })
/** Apart: customers who send proofs at the same time keep nobody from saving an article. */
const withMeasuringSlot = createSlots({ atOnceMax: 2, waitingMax: 128 })
/** Longer than the signatures below. */
export const imageSignatureBytes = 12

type ImageType = 'image/png' | 'image/jpeg' | 'image/webp'

/** The type by the first bytes, whatever the name says; null for any other. */
export function imageType(firstBytes: Uint8Array): ImageType | null {
  const beginning = Buffer.from(firstBytes).toString('latin1')
  if (beginning.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (beginning.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (beginning.startsWith('RIFF') && beginning.slice(8, 12) === 'WEBP') return 'image/webp'
  return null
}

/** A small WebP image that shows the middle. Rejects if the bytes are no whole image, or one of too many pixels. */
export async function cutSmall(bytes: Uint8Array, size: { readonly width: number; readonly height: number }): Promise<Buffer> {
  return withImageSlot(() =>
    open(bytes)
      .resize({ ...size, fit: 'cover' })
      .webp({ quality: 75 })
      .toBuffer(),
  )
}

/**
 * The image in its own format, at most `sidePx` wide and high, upright, and without what a camera or program has noted in it. Rejects like
 * `cutSmall`.
 */
export async function shrink(bytes: Uint8Array, type: ImageType, sidePx: number): Promise<Buffer> {
  const size = { width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true } as const
  return withImageSlot(() => encode(open(bytes).resize(size), type).toBuffer())
}

/** The image in its own format and size, upright, and without what a camera or program has noted in it. Rejects like `cutSmall`. */
export async function withoutNotes(bytes: Uint8Array, type: ImageType): Promise<Buffer> {
  return withImageSlot(() => encode(open(bytes), type).toBuffer())
}

/**
 * Its sides in pixels, before it is turned upright. Rejects like `cutSmall`, and with `service.unavailable.error` if decoding takes too long,
 * which says nothing of the image. `read` is called when it is its turn: what waits is not in memory twice.
 */
export async function measureImage(read: () => Uint8Array): Promise<{ readonly width: number; readonly height: number }> {
  return withMeasuringSlot(async () => {
    const bytes = read()
    // The header alone does not say whether the rest is there.
    await open(bytes).resize({ width: 32, height: 32 }).toBuffer().catch(rethrowTimeout)
    const { width, height } = await sharp(bytes).metadata()
    return { width, height }
  })
}

/** sharp has no class of its own for it. */
function rethrowTimeout(error: unknown): never {
  throw error instanceof Error && error.message.startsWith('timeout') ? new AppError('service.unavailable.error') : error
}

function encode(image: Sharp, type: ImageType): Sharp {
  switch (type) {
    case 'image/png':
      return image.png()
    case 'image/jpeg':
      return image.jpeg({ quality: 85 })
    case 'image/webp':
      return image.webp({ quality: 85 })
  }
}

/** `autoOrient` turns a photo as the camera has noted: that note is not kept. */
function open(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error', autoOrient: true }).timeout({ seconds: decodeSeconds })
}
