/** What the update page would offer for a detector once it is connected, as far as is known without a cable. Knows no page. */
import { sortByLanguage } from '../../../contract/languageNames.ts'
import { isOfferedTo } from '../../../contract/releaseRights.ts'
import { findWay, judgedVersion } from '../../../contract/requirements.ts'
import type { FirmwareState, Locale } from '../../../contract/rules.ts'
import type { AvailableUpdate } from '../../../contract/userProduct.ts'
import { notesBetween } from '../../../contract/versionNotes.ts'
import { compareVersions, isUpgrade } from '../../../contract/versionOrder.ts'
import type { Database } from '../../db/connect.ts'
import { findProductRights, type Owner, type RightsRow } from './offeredFirmware.ts'

export type KnownDetector = {
  readonly serialNumber: string
  readonly materialVersion: number
  readonly firmwareState: FirmwareState
  /** The update that the state follows from. `isRecalled`: its firmware was withdrawn, and is to be replaced. */
  readonly last: { readonly versionName: string; readonly language: string; readonly isRecalled: boolean } | null
}

type Listed = KnownDetector & { readonly id: number; readonly productId: number }

/** Of the page that would install it. `appBuild`: its build; null if that is not known. */
type Page = { readonly personLanguage: Locale; readonly appBuild: number | null }

/** By detector. */
export async function findAvailableUpdates(
  db: Database,
  owner: Owner & { readonly locale: Locale },
  detectors: readonly Listed[],
  appBuild: number | null,
): Promise<ReadonlyMap<number, AvailableUpdate>> {
  const rights = await findProductRights(
    db,
    owner,
    detectors.map(({ productId }) => productId),
  )
  const page = { personLanguage: owner.locale, appBuild }
  const available = new Map<number, AvailableUpdate>()
  for (const detector of detectors) {
    const update = availableUpdate(rights.get(detector.productId) ?? [], detector, page)
    if (update !== null) available.set(detector.id, update)
  }
  return available
}

/**
 * Null where nothing newer is offered, unless the installed version is to be replaced. A detector without a firmware has none, because its
 * interrupted update is finished first; drafts are for tests, and none either. `rows`: of the detector's product, newest first.
 */
export function availableUpdate(rows: readonly RightsRow[], detector: KnownDetector, page: Page): AvailableUpdate | null {
  const found = findAvailable(rows, detector, page)
  if (found === null) return null
  const { way, target } = found
  const batteries = way.flatMap(({ requirements: { minimumBatteryPercent } }) => minimumBatteryPercent ?? [])
  return {
    versionName: target.versionName,
    firstVersions: way.slice(0, -1).map(({ versionName }) => versionName),
    minimumBatteryPercent: batteries.length === 0 ? null : Math.max(...batteries),
    needsCoil: way.some(({ requirements }) => requirements.needsCoil),
  }
}

/** What somebody is offered for a detector by its state and share, drafts for tests left out: firmwares as a way is found among them. */
export function openTo(rows: readonly RightsRow[], detector: Pick<KnownDetector, 'serialNumber'>) {
  return rows
    .filter(({ facts, maySpread }) => maySpread && facts.state !== 'draft' && isOfferedTo(facts, detector))
    .map(({ firmware: { versionName, language, changeLog }, facts: { id: releaseId, state: releaseState, requirements, holds } }) => ({
      versionName,
      language,
      changeLog,
      releaseId,
      releaseState,
      requirements,
      holds,
    }))
}

/**
 * `way`: the firmwares that would be installed one after the other, the last of which is `target`. `notes`: of all that is new with it. Null as
 * `availableUpdate`.
 */
export function findAvailable(
  rows: readonly RightsRow[],
  { firmwareState, last, serialNumber, materialVersion: hardwareVersion }: KnownDetector,
  { personLanguage, appBuild }: Page,
) {
  if (firmwareState === 'none') return null
  const installed = firmwareState === 'installed' ? last : null
  const { versionName: installedVersion = null, language: installedLanguage = null } = installed ?? {}
  // Battery, coil and the detector's own language are known only while it is connected.
  const judged = installed === null ? null : judgedVersion(installed)
  const state = { batteryPercent: null, hasCoil: null, isErased: false, hardwareVersion, installedVersion: judged, appBuild }
  const open = openTo(rows, { serialNumber })
  const sorted = sortByLanguage(open, { detectorLanguage: null, installedLanguage, personLanguage })
  const isReplaced = installed?.isRecalled === true
  const isInstalled = (versionName: string) => installedVersion !== null && compareVersions(versionName, installedVersion) === 'same'
  const way = sorted
    .filter(({ versionName }) => !(isReplaced && isInstalled(versionName)))
    .map((target) => findWay(target, open, state))
    .find((found) => found !== null)
  const [first, target] = [way?.[0], way?.at(-1)]
  if (way === undefined || first === undefined || target === undefined) return null
  if (installedVersion !== null && !isReplaced && !isUpgrade(installedVersion, first.versionName)) return null
  return { way, target, notes: notesBetween(sorted, installedVersion, target.versionName) }
}
