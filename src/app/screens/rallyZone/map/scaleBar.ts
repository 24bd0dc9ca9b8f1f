export type Bar = { readonly meters: number; readonly pixels: number }

/** The longest round distance (1, 2 or 5 and zeros) that fits. */
export function scaleBar(metersPerPixel: number, pixelsMax: number): Bar {
  const most = metersPerPixel * pixelsMax
  const power = 10 ** Math.floor(Math.log10(most))
  const meters = ([5, 2, 1].find((digit) => digit * power <= most) ?? 1) * power
  return { meters, pixels: meters / metersPerPixel }
}
