import { useLingui } from '@lingui/react/macro'
import type { Requirements } from '../../../../contract/requirements.ts'
import { usePercentText } from '../../../i18n/measures.ts'

/** "3 and 5" */
export function useListText(): (items: readonly (string | number)[]) => string {
  const { i18n } = useLingui()
  return (items) => new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(items.map(String))
}

/** What a release requires, a sentence each; empty if nothing. */
export function useRequirementTexts(): (requirements: Requirements) => string[] {
  const { t } = useLingui()
  const words = useRequirementWords()
  return ({ minimumInstalledVersion, steppingStone, hardwareVersions, minimumBatteryPercent, needsCoil, minimumAppBuild }) => {
    const oldest = minimumInstalledVersion ?? steppingStone
    const texts = [
      minimumInstalledVersion !== null && words.minimumInstalledVersion(minimumInstalledVersion),
      steppingStone !== null && t`Below ${oldest}, version ${steppingStone} is installed first`,
      hardwareVersions.length > 0 && words.hardwareVersions(hardwareVersions.join(' ')),
      minimumBatteryPercent !== null && words.minimumBatteryPercent(String(minimumBatteryPercent)),
      needsCoil && words.needsCoil(),
      minimumAppBuild !== null && words.minimumAppBuild(String(minimumAppBuild)),
    ]
    return texts.filter((text) => text !== false)
  }
}

/** What the audit trail keeps of requirements ("hardwareVersions 3 5") and holds ("3 5: It restarts", "*: It restarts"), in words. */
export function useConditionValues() {
  const { t } = useLingui()
  const listText = useListText()
  const words = useRequirementWords()
  return {
    requirements(stored: string): string {
      const [name = ''] = stored.split(' ')
      const wording = Object.entries<(value: string) => string>(words).find(([known]) => known === name)?.[1]
      return wording?.(stored.slice(name.length + 1)) ?? stored
    },
    holds(stored: string): string {
      const [, versions, reason] = /^(\*|\d+(?: \d+)*): (.*)$/s.exec(stored) ?? []
      if (versions === undefined || reason === undefined) return stored
      return versions === '*' ? t`All detectors: ${reason}` : t`Hardware ${listText(versions.split(' '))}: ${reason}`
    },
  }
}

/** By the names of the contract; the values as the audit trail keeps them. */
function useRequirementWords() {
  const { t } = useLingui()
  const listText = useListText()
  const percentText = usePercentText()
  return {
    minimumInstalledVersion: (version: string) => t`Installed version ${version} or newer`,
    steppingStone: (version: string) => t`Intermediate version ${version}`,
    hardwareVersions: (versions: string) => t`Hardware ${listText(versions.split(' '))}`,
    minimumBatteryPercent: (percent: string) => t`Battery at least ${percentText(Number(percent))}`,
    needsCoil: () => t`A coil must be connected`,
    minimumAppBuild: (build: string) => t`Portal build ${build} or newer`,
  } satisfies Readonly<Record<keyof Requirements, (value: string) => string>>
}
