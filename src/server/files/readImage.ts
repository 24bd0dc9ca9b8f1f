/** Judges uploaded images by their content, and makes smaller ones of them. Knows no entity. For the sandbox alone. */
import sharp, { type Sharp } from 'sharp'

/** A photo of the largest common cameras. Decoding more would take too much memory. */
const pixelsMax = 60_000_000

export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp'

// Nobody sends the same picture twice.
sharp.cache(false)

/** A small WebP image that shows the middle. Rejects if the bytes are no whole image, or one of too many pixels. */
export async function cutSmall(bytes: Uint8Array, size: { readonly width: number; readonly height: number }): Promise<Uint8Array> {
  return open(bytes)
    .resize({ ...size, fit: 'cover' })
    .webp({ quality: 75 })
    .toBuffer()
}

/**
 * The image in its own format, at most `sidePx` wide and high, upright, and without what a camera or program has noted in it. Rejects like
 * `cutSmall`.
 */
export async function shrink(bytes: Uint8Array, type: ImageType, sidePx: number): Promise<Uint8Array> {
  return encode(open(bytes).resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true }), type).toBuffer()
}

/** The image in its own format and size, upright, and without what a camera or program has noted in it. Rejects like `cutSmall`. */
export async function withoutNotes(bytes: Uint8Array, type: ImageType): Promise<Uint8Array> {
  return encode(open(bytes), type).toBuffer()
}

/** As `shrink`, and the sides in pixels that the image had before it was turned upright. */
export async function shrinkMeasured(bytes: Uint8Array, type: ImageType, sidePx: number) {
  const image = await shrink(bytes, type, sidePx)
  const { width, height } = await sharp(bytes).metadata()
  return { image, width, height }
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
  return sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error', autoOrient: true })
}
