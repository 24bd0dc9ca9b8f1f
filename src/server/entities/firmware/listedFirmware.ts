/** Firmwares as the pages of their owners get them. */
import type { OfferedFirmware } from '../../../contract/firmware.ts'
import { isOfferedNow, mayFinishSome, type RightsRow } from './offeredFirmware.ts'

export function offered({ firmware: row, file }: RightsRow): OfferedFirmware {
  return { ...row, releaseDate: row.releaseDate.toISOString(), firmwareFile: file }
}

/** For pages that decide for each detector: what concerns some detector of the person, with what is decided by. */
export function listedWithFacts(rows: readonly RightsRow[]): OfferedFirmware[] {
  return rows.filter((row) => isOfferedNow(row) || mayFinishSome(row)).map(withFacts)
}

function withFacts(row: RightsRow): OfferedFirmware {
  const { facts, safeFor, begunOn, statement } = row
  return {
    ...offered(row),
    release: { ...facts, statement, isNewestSafe: safeFor.length > 0, safeFor: [...safeFor], begunOn: [...begunOn] },
  }
}
