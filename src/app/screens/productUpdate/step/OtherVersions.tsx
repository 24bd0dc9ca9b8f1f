import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { OfferedFirmware } from '../../../../contract/firmware.ts'
import { formatDate } from '../../../i18n/formatDate.ts'
import { useCachedFirmware } from '../../../offline/appFirmware.ts'
import { useSession } from '../../../session/session.ts'
import { Label } from '../../../ui/label.tsx'
import { NativeSelect } from '../../../ui/native-select.tsx'
import { OfflineBadge } from '../offlineFirmware/OfflineBadge.tsx'
import { Fold } from '../../../kit/text/Fold.tsx'
import { isDraft } from '../../../update/offers/detectorFacts.ts'
import type { PageView } from './usePageStep.ts'
import { useLanguageText } from './useLanguageText.ts'

type OtherVersionsProps = { view: PageView; chosen: OfferedFirmware }

/** Chooses another version or language. A new version keeps the language; a new language keeps the version if it exists. */
export function OtherVersions({ view, chosen }: OtherVersionsProps) {
  const { t } = useLingui()
  const { choose } = view
  // An interrupted update may be finished with a firmware that no list has any more.
  const offered = view.offered.some(({ id }) => id === chosen.id) ? view.offered : [chosen, ...view.offered]
  const ids = { version: useId(), language: useId() }
  const languageText = useLanguageText()
  const cached = useCachedFirmware(useSession()?.id ?? 0)
  const inLanguage = offered.filter(({ language }) => language === chosen.language)
  const languages = [...new Set(offered.map(({ language }) => language))]

  function markOf(firmware: OfferedFirmware): string[] {
    if (isDraft(firmware)) return [t`Draft, for tests by staff`]
    return firmware.isBetaTest ? [t`beta`] : []
  }
  function chooseLanguage(language: string): void {
    const among = offered.filter((one) => one.language === language)
    const next = among.find(({ versionName }) => versionName === chosen.versionName) ?? among[0]
    if (next !== undefined) choose(next)
  }
  return (
    <Fold
      summary={
        <span className="text-muted-foreground">
          <Trans>Other versions and languages</Trans>
        </span>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="flex flex-col gap-1.5">
            <Label htmlFor={ids.version}>
              <Trans>Version</Trans>
            </Label>
            <NativeSelect
              id={ids.version}
              value={chosen.id}
              onChange={({ target }) => {
                const next = inLanguage.find(({ id }) => id === Number(target.value))
                if (next !== undefined) choose(next)
              }}
            >
              {inLanguage.map((firmware) => (
                <option key={firmware.id} value={firmware.id}>
                  {[firmware.versionName, formatDate(firmware.releaseDate), ...markOf(firmware)].join(' · ')}
                </option>
              ))}
            </NativeSelect>
          </div>
          <div className="flex flex-col gap-1.5">
            <Label htmlFor={ids.language}>
              <Trans>Language on the detector</Trans>
            </Label>
            <NativeSelect id={ids.language} value={chosen.language} onChange={({ target }) => chooseLanguage(target.value)}>
              {languages.map((language) => (
                <option key={language} value={language}>
                  {languageText(language)}
                </option>
              ))}
            </NativeSelect>
          </div>
        </div>
        <OfflineBadge firmware={chosen} state={cached} />
      </div>
    </Fold>
  )
}
