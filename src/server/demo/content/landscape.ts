/** A picture for the demo: hills below an evening sky, computed pixel by pixel. */
type Colour = readonly [red: number, green: number, blue: number]

export type Landscape = {
  readonly sky: readonly [top: Colour, horizon: Colour]
  /** From far to near. */
  readonly hills: readonly Colour[]
  /** Moves the hills. */
  readonly seed: number
}

const [width, height] = [1_200, 800]

/** As JPEG, and as WebP in the size of a list. */
export async function drawLandscape({ sky: [top, horizon], hills, seed }: Landscape): Promise<{ large: Buffer; small: Buffer }> {
  const pixels = new Uint8Array(width * height * 3)
  for (let x = 0; x < width; x += 1) {
    const crests = hills.map((_, hill) => crestOf(x, hill, seed))
    for (let y = 0; y < height; y += 1) {
      const hill = crests.findLastIndex((crest) => y >= crest)
      pixels.set(hills[hill] ?? mix(top, horizon, y / (height * 0.62)), (y * width + x) * 3)
    }
  }
  // It takes megabytes of memory, which only a demo needs.
  const { default: sharp } = await import('sharp')
  const drawn = sharp(pixels, { raw: { width, height, channels: 3 } })
  const small = drawn.clone().resize({ width: 96, height: 64 }).webp({ quality: 75 })
  return { large: await drawn.jpeg({ quality: 80 }).toBuffer(), small: await small.toBuffer() }
}

/** The height of a hill, from the top of the picture: nearer hills are lower and smoother. */
function crestOf(x: number, hill: number, seed: number): number {
  const at = x / (170 + hill * 90) + seed * (hill + 1)
  return height * (0.46 + hill * 0.15) + 46 * Math.sin(at) + 18 * Math.sin(at * 2.3 + hill)
}

function mix(one: Colour, other: Colour, share: number): Colour {
  const part = Math.min(1, share)
  return [one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part, one[2] + (other[2] - one[2]) * part]
}
