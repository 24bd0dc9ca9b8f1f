import sharp from 'sharp'
import { expect, it } from 'vitest'
import { withoutNotes } from './purchaseProof.ts'

it.each(['jpeg', 'png'] as const)(
  'a proof (%s) is turned upright and loses every note of its camera, also behind its end [T1148]',
  async (format) => {
    const halves = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'blue' } })
      .composite([{ input: { create: { width: 20, height: 20, channels: 3, background: 'red' } }, left: 0, top: 0 }])
      .withMetadata({ orientation: 6, exif: { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '44/1 36/1 0/1' } } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">secret place</x:xmpmeta>')
      .toFormat(format)
      .toBuffer()
    const proof = Buffer.concat([halves, Buffer.from('secret film')])
    const noted = { width: 40, height: 20, orientation: 6, exif: expect.any(Buffer), xmp: expect.any(Buffer) }
    expect(await sharp(proof).metadata()).toMatchObject(noted)

    const { image, ...sides } = await withoutNotes(1, () => proof, `image/${format}`)
    const clean = Buffer.from(image)
    expect(sides).toEqual({ width: 40, height: 20 })
    const { width, height, orientation, exif, xmp, iptc } = await sharp(clean).metadata()
    expect({ width, height, orientation, exif, xmp, iptc }).toEqual({ width: 20, height: 40 })
    expect(clean.includes('secret')).toBe(false)
    const { data } = await sharp(clean).raw().toBuffer({ resolveWithObject: true })
    const colours = [[...data.subarray(0, 3)], [...data.subarray(-3)]].map(([red = 0, , blue = 0]) => (red > blue ? 'red' : 'blue'))
    expect(colours).toEqual(['red', 'blue'])
  },
)
