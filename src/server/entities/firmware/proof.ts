/** Which installations on real detectors a release still lacks (docs/releases.md). Knows no person and no database. */

/** One that succeeded. */
export type Flash = { readonly sha256: string; readonly hardwareVersion: number }

/** `hardwareVersion` null: any, because no detector is known that the release is for. */
export type MissingProof = { readonly language: string; readonly hardwareVersion: number | null }

type ToProve = {
  readonly images: readonly { readonly language: string; readonly sha256: string }[]
  /** The hardware versions that the release requires; empty: it is for all. */
  readonly requiredVersions: readonly number[]
  /** How many detectors of its products are known, by hardware version. */
  readonly known: readonly { readonly version: number; readonly detectors: number }[]
}

/** Every image on every hardware version that one in a hundred of the known detectors has which the release is for. */
export function findMissingProof({ images, requiredVersions, known }: ToProve, flashes: readonly Flash[]): MissingProof[] {
  const isFor = (version: number) => requiredVersions.length === 0 || requiredVersions.includes(version)
  const suited = known.filter(({ version }) => isFor(version))
  const total = suited.reduce((sum, { detectors }) => sum + detectors, 0)
  const common = suited.filter(({ detectors }) => detectors * 100 >= total).map(({ version }) => version)
  return images.flatMap(({ language, sha256 }): MissingProof[] => {
    const provedOn = flashes.filter((flash) => flash.sha256 === sha256 && isFor(flash.hardwareVersion))
    if (suited.length === 0) return provedOn.length > 0 ? [] : [{ language, hardwareVersion: null }]
    return common
      .filter((version) => provedOn.every((flash) => flash.hardwareVersion !== version))
      .map((hardwareVersion) => ({ language, hardwareVersion }))
  })
}
