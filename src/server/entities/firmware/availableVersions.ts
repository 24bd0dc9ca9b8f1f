/** What the update page of a detector's owner would offer for it, by the rule that decides whether an update may begin. Knows no page. */
import { compareVersions } from '../../../contract/compareVersions.ts'
import { sortByLanguage } from '../../../contract/languageNames.ts'
import type { FirmwareState, Locale } from '../../../contract/rules.ts'
import type { Database } from '../../db/connect.ts'
import { findProductRights, mayStartNow, type Owner, type RightsRow } from './offeredFirmware.ts'

type Detector = {
  readonly id: number
  readonly productId: number
  readonly serialNumber: string
  readonly materialVersion: number
  readonly firmwareState: FirmwareState
  /** Of the update that the state follows from. */
  readonly last: { readonly versionName: string; readonly language: string } | null
}

/**
 * By detector, the version that would be installed next; none if that is not newer than the installed one. A detector without a firmware has
 * none either, because its interrupted update is finished first. `appBuild`: of the page that would install it; null if that is not known.
 */
export async function findAvailableVersions(
  db: Database,
  owner: Owner & { readonly locale: Locale },
  detectors: readonly Detector[],
  appBuild: number | null,
): Promise<ReadonlyMap<number, string>> {
  const available = new Map<number, string>()
  for (const [productId, ofProduct] of Map.groupBy(detectors, (one) => one.productId)) {
    const rows = (await findProductRights(db, owner, productId)).filter(({ facts }) => facts.state !== 'draft')
    for (const detector of ofProduct) {
      const version = availableVersion(rows, detector, { personLanguage: owner.locale, appBuild })
      if (version !== undefined) available.set(detector.id, version)
    }
  }
  return available
}

type Page = { readonly personLanguage: Locale; readonly appBuild: number | null }

function availableVersion(rows: readonly RightsRow[], detector: Detector, { personLanguage, appBuild }: Page): string | undefined {
  const { firmwareState, last, serialNumber, materialVersion: hardwareVersion } = detector
  if (firmwareState === 'none') return undefined
  const installed = firmwareState === 'installed' ? last : null
  // Battery, coil and the detector's own language are known only while it is connected.
  const unknown = { batteryPercent: null, hasCoil: null }
  const state = { ...unknown, isErased: false, hasBegun: false, installedVersion: installed?.versionName ?? null, appBuild }
  const wanted = { detectorLanguage: null, installedLanguage: installed?.language ?? null, personLanguage }
  const languages = rows.map((row) => ({ row, language: row.firmware.language }))
  const next = sortByLanguage(languages, wanted).find(({ row }) => mayStartNow(row, { ...state, serialNumber, hardwareVersion }))
  const version = next?.row.firmware.versionName
  if (version === undefined || installed === null) return version
  return compareVersions(version, installed.versionName) === 'newer' ? version : undefined
}
