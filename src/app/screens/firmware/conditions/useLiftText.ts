import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { freedHardware } from './freedHardware.ts'
import { useListText } from './conditionWords.ts'

/** Whom a release is offered to again once a hold is lifted. */
export function useLiftText(): (hold: ShownRelease['holds'][number], release: ShownRelease) => string {
  const { t } = useLingui()
  const listText = useListText()
  return (hold, release) => {
    const { versions, detectors, isEach } = freedHardware(hold, release)
    if (versions.length === 0 && !isEach)
      return t`Nobody is offered it again yet: another hold or its requirements keep it from these detectors.`
    const list = listText(versions)
    const whom = isEach ? t`all detectors` : t`${plural(versions.length, { one: `hardware ${list}`, other: `hardware ${list}` })}`
    switch (release.state) {
      case 'draft':
        return t`Administrators and the back office can try it again on ${whom}.`
      case 'beta':
        return t`Its beta testers are offered it again for ${whom}.`
      case 'staged':
      case 'released':
        return t`It is offered again for ${whom}: ${plural(detectors, { one: '# known detector', other: '# known detectors' })}.`
      case 'halted':
      case 'withdrawn':
        return t`Nobody is offered it while it is halted. Once it is offered again, that includes ${whom}.`
    }
  }
}
