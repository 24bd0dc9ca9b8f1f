import { expect, it } from 'vitest'
import { scaleBar } from './MapFurniture.tsx'

it.each([
  [1, 140, 100],
  [1.43, 140, 200],
  [0.5, 100, 50],
  [0.013, 140, 1],
  [4.9, 100, 200],
  [5.1, 100, 500],
  [100_000, 140, 10_000_000],
])('at %f meters a pixel and %i pixels it is %i meters long', (metersPerPixel, pixelsMax, meters) => {
  const bar = scaleBar(metersPerPixel, pixelsMax)
  expect(bar.meters).toBeCloseTo(meters, 6)
  expect(bar.pixels).toBeLessThanOrEqual(pixelsMax)
  expect(bar.pixels).toBeGreaterThan(pixelsMax / 3)
  expect(bar.pixels * metersPerPixel).toBeCloseTo(bar.meters, 6)
})
