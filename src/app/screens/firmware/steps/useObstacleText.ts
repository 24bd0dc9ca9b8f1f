import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Obstacle } from '../../../../contract/release.ts'

/** What speaks against a step, as a fact. */
export function useObstacleText(): (obstacle: Obstacle) => string {
  const { t, i18n } = useLingui()
  return ({ kind, name, customers, hardwareVersion = null }) => {
    const subject = name ?? ''
    switch (kind) {
      case 'noGroup':
        return t`It has no beta group, so nobody would be offered it.`
      case 'noProduct':
        return t`It has no product, so nobody would be offered it.`
      case 'unordered':
        return t`This version cannot be put in order: use another one, such as 5.3.`
      case 'older':
        return t`${subject} is newer and offered to the same people. It stays their update; this version is only among the others they can choose.`
      case 'languageSpelling':
        return t`Another release of these products spells its language “${subject}”.`
      case 'languageMissing': {
        const language = languageName(subject, i18n.locale)
        return t`${plural(customers ?? 0, {
          one: '# customer uses',
          other: '# customers use',
        })} the portal in ${language}, and this release has no firmware in that language.`
      }
      case 'versionTaken':
        return name === null
          ? t`Another firmware of this version is offered, or was: use another version.`
          : t`Another firmware of this version is offered, or was: use another version (${name}).`
      case 'approval':
        return t`Another administrator has to approve it first.`
      case 'statement':
        return t`No release key has signed it as it is now. Sign it first.`
      case 'proof':
        return hardwareVersion === null
          ? t`Nobody on the staff has installed it on a real detector yet: ${subject}.`
          : t`Nobody on the staff has installed it on hardware ${hardwareVersion} yet: ${subject}.`
      case 'unusualFile':
        return name === null
          ? t`Its file looks unlike the other files of these products.`
          : t`Its file looks unlike the other files of these products: ${name}.`
      case 'noSafeRelease':
        return name === null
          ? t`Detectors without a firmware then have no safe firmware that repairs them.`
          : t`Detectors of type ${name} without a firmware then have no safe firmware that repairs them.`
    }
  }
}

/** A code is named in the reader's language; firmwares name their languages in words. */
function languageName(language: string, locale: string): string {
  return /^[a-z]{2}$/.test(language) ? (new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? language) : language
}
