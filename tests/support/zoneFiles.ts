/** KML files for tests. */

/** About a hectare in the south of France, or as many of them as `count`, side by side. */
export function fieldKml(name = 'Field', { count = 1 } = {}): string {
  const fields = Array.from({ length: count }, (_, index) => {
    const [west, east] = [1.84 + index / 100, 1.84126 + index / 100]
    const ring = `${west},44.6 ${east},44.6 ${east},44.6009 ${west},44.6009 ${west},44.6`
    return `<Placemark><name>${name}${index === 0 ? '' : ` ${index + 1}`}</name>
<Polygon><outerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n${fields.join('\n')}\n</Document></kml>\n`
}

export function kmlFile(content: string | Uint8Array<ArrayBuffer> = fieldKml(), fileName = 'field.kml'): File {
  return new File([content], fileName)
}
