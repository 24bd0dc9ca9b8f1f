/** What a list of firmwares says of a release. */
import type { OfferedFirmware } from '../../src/contract/firmware.ts'
import type { ReleaseState } from '../../src/contract/releaseStates.ts'
import { noRequirements } from '../../src/contract/requirements.ts'

type Release = NonNullable<OfferedFirmware['release']>

/** As its state has it for a customer in its group; a draft as for staff. */
export function releaseOf(state: ReleaseState, others: Partial<Release> = {}): Release {
  const rights = { isDeleted: false, isInGroup: true, isStaff: state === 'draft', isNewestSafe: false, begunOn: [] }
  const facts = { ...rights, requirements: { ...noRequirements, hardwareVersions: [] }, holds: [] }
  return { id: 1, state, ...facts, ...others }
}
