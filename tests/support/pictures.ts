/** Real images for tests, as files that a form would send. */
import sharp from 'sharp'

type Format = 'png' | 'jpeg' | 'webp'

/** A picture of two halves, so that its sides can be told apart. */
export async function picture(format: Format, { width = 60, height = 40, name = `photo.${format}` } = {}): Promise<File> {
  const half = await sharp({ create: { width: Math.ceil(width / 2), height, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const bytes = await sharp({ create: { width, height, channels: 3, background: 'blue' } })
    .composite([{ input: half, left: 0, top: 0 }])
    .withExif({ IFD0: { Copyright: 'secret owner' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '44/1 36/1 0/1' } })
    .toFormat(format)
    .toBuffer()
  return new File([new Uint8Array(bytes)], name, { type: `image/${format}` })
}

/** A picture with as many bytes as wanted: what follows the end of a JPEG is ignored. */
export async function pictureOfSize(bytes: number): Promise<File> {
  const small = await picture('jpeg')
  return new File([small, new Uint8Array(bytes - small.size)], 'large.jpg')
}
