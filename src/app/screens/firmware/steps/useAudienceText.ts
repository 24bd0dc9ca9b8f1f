import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReleaseAudience, ShownRelease } from '../../../../contract/shownRelease.ts'
import { isOrdered } from '../../../../contract/versionOrder.ts'

type Reach = ShownRelease['reach']

/** "412 customers with 430 detectors, 12 of them without a firmware"; for a beta "9 beta testers with …". */
export function useAudienceText(): (audience: ReleaseAudience, reach: Reach) => string {
  const { t } = useLingui()
  const peopleText = usePeopleText()
  return (audience, reach) => {
    const people = peopleText(audience, reach)
    const { detectors, withoutFirmware } = audience
    if (withoutFirmware === 0) return t`${people} with ${plural(detectors, { one: '# detector', other: '# detectors' })}`
    if (withoutFirmware === detectors)
      return t`${people} with ${plural(detectors, { one: '# detector without a firmware', other: '# detectors without a firmware' })}`
    return t`${people} with ${plural(detectors, { one: '# detector', other: '# detectors' })}, ${plural(withoutFirmware, {
      one: '# of them without a firmware',
      other: '# of them without a firmware',
    })}`
  }
}

/** "412 customers", "9 beta testers". */
export function usePeopleText(): (audience: ReleaseAudience, reach: Reach) => string {
  const { t } = useLingui()
  return ({ customers }, reach) =>
    reach === 'beta'
      ? t`${plural(customers, { one: '# beta tester', other: '# beta testers' })}`
      : t`${plural(customers, { one: '# customer', other: '# customers' })}`
}

/** Why a release reaches nobody: there may be detectors of its products that it is not for, or not yet. `share`: where it is staged. */
export function useNobodyText(): (
  release: Pick<ShownRelease, 'versionName' | 'requirements' | 'holds'>,
  reach: Reach,
  share?: number,
) => string {
  const { t } = useLingui()
  return ({ versionName, requirements, holds }, reach, share = 1) => {
    const { minimumInstalledVersion, steppingStone, hardwareVersions } = requirements
    if (!isOrdered(versionName)) return t`Nobody is offered a version that cannot be put in order.`
    if (holds.some((hold) => hold.hardwareVersions.length === 0))
      return t`It is held back from all detectors, so nobody is offered it for now.`
    if (reach === 'staged' && share < 1) return t`No customer has a detector in its share that it can be installed on for now.`
    if (holds.length > 0 || minimumInstalledVersion !== null || steppingStone !== null || hardwareVersions.length > 0)
      return reach === 'beta'
        ? t`No beta tester in its groups has a detector that it can be installed on for now.`
        : t`No customer has a detector that it can be installed on for now.`
    return reach === 'beta'
      ? t`No beta tester in its groups has a detector of its products yet.`
      : t`No customer has a detector of its products yet.`
  }
}
