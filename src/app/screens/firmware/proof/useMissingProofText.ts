import { useLingui } from '@lingui/react/macro'
import type { ReleaseProof } from '../../../../contract/shownRelease.ts'

/** What nobody of staff has installed on a real detector yet: one sentence for each hardware version. */
export function useMissingProofText(): (missing: ReleaseProof['missing']) => string[] {
  const { t, i18n } = useLingui()
  return (missing) =>
    [...new Set(missing.map(({ hardwareVersion }) => hardwareVersion))].map((version) => {
      const ofVersion = missing.filter(({ hardwareVersion }) => hardwareVersion === version)
      const languages = new Intl.ListFormat(i18n.locale).format(ofVersion.map(({ language }) => language))
      return version === null ? t`Not yet on any detector: ${languages}` : t`Not yet on hardware ${version}: ${languages}`
    })
}
