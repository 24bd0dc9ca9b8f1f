/** What a list of firmwares says of a release. */
import type { OfferedFirmware } from '../../src/contract/firmware.ts'
import type { ReleaseState } from '../../src/contract/releaseStates.ts'
import { type Hold, noRequirements, type Requirements } from '../../src/contract/requirements.ts'

type Release = NonNullable<OfferedFirmware['release']>

const nothing = { ...noRequirements, hardwareVersions: [] }

/** As its state has it for a customer in its group; a draft as for staff. */
export function releaseOf(state: ReleaseState, others: Partial<Release> = {}): Release {
  const rights = { isDeleted: false, isInGroup: true, isStaff: state === 'draft', isNewestSafe: false, begunOn: [], statement: null }
  const safeFor = others.isNewestSafe === true ? [1, 2, 3, 4] : []
  return { id: 1, state, share: 1, ...rights, safeFor, requirements: nothing, holds: [], ...others }
}

export function required(requirements: Partial<Requirements>): Release['requirements'] {
  const hardwareVersions = [...(requirements.hardwareVersions ?? [])]
  return { ...nothing, ...requirements, hardwareVersions }
}

/** Without hardware versions, all detectors are held. */
export function holdOf(hardwareVersions: readonly number[] = [], reason: Partial<Hold['reason']> = {}): Release['holds'][number] {
  const words = { en: 'The restart fails; we are working on it.', fr: 'Le redémarrage échoue ; nous y travaillons.', ...reason }
  return { id: 1, hardwareVersions: [...hardwareVersions], reason: words, since: '2026-11-20T08:00:00.000Z' }
}
