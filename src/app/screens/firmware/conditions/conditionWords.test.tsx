import { describe, expect, it } from 'vitest'
import { releaseImage, shownRelease } from '../../../../../tests/component/records.ts'
import { describeInLanguages, hookOf, textOf, textsOf } from '../../../../../tests/support/shownText.tsx'
import { noRequirements, type Requirements } from '../../../../contract/requirements.ts'
import { Requirements as RequirementsPart } from './Requirements.tsx'
import { useConditionValues, useRequirementTexts } from './conditionWords.ts'

const required: readonly (Readonly<Record<'en' | 'fr', string>> & { readonly of: Partial<Requirements> })[] = [
  { of: { minimumInstalledVersion: '5.0' }, en: 'Installed version 5.0 or newer', fr: 'Version installée 5.0 ou plus récente' },
  {
    of: { steppingStone: '5.0' },
    en: 'Below 5.0, version 5.0 is installed first',
    fr: 'En dessous de 5.0, la version 5.0 est installée d’abord',
  },
  { of: { hardwareVersions: [3, 5] }, en: 'Hardware 3 and 5', fr: 'Matériel 3 et 5' },
  { of: { minimumBatteryPercent: 40 }, en: 'Battery at least 40%', fr: 'Batterie à 40\u00A0% au moins' },
  { of: { needsCoil: true }, en: 'A coil must be connected', fr: 'Un disque doit être connecté' },
  { of: { minimumAppBuild: 3_630_000 }, en: 'Portal build 3630000 or newer', fr: 'Build du portail 3630000 ou plus récent' },
]

const kept = {
  requirements: [
    ['minimumInstalledVersion 5.0', 'Installed version 5.0 or newer', 'Version installée 5.0 ou plus récente'],
    ['minimumInstalledVersion 5.0 beta', 'Installed version 5.0 beta or newer', 'Version installée 5.0 beta ou plus récente'],
    ['steppingStone 5.1', 'Intermediate version 5.1', 'Version intermédiaire 5.1'],
    ['hardwareVersions 3 5 6', 'Hardware 3, 5, and 6', 'Matériel 3, 5 et 6'],
    ['minimumAppBuild 3630000', 'Portal build 3630000 or newer', 'Build du portail 3630000 ou plus récent'],
    ['somethingNewer 1', 'somethingNewer 1', 'somethingNewer 1'],
  ],
  holds: [
    ['3 5: It restarts: twice', 'Hardware 3 and 5: It restarts: twice', 'Matériel 3 et 5\u00A0: It restarts: twice'],
    ['*: It restarts', 'All detectors: It restarts', 'Tous les détecteurs\u00A0: It restarts'],
  ],
} as const

describeInLanguages('in %s', (locale) => {
  it.each(required)('a requirement is a sentence: $en', ({ of, [locale]: sentence }) => {
    expect(hookOf(useRequirementTexts)({ ...noRequirements, ...of })).toEqual([sentence])
  })

  it('the version up to which the intermediate one comes first is the oldest that is allowed', () => {
    const texts = hookOf(useRequirementTexts)({ ...noRequirements, minimumInstalledVersion: '5.0', steppingStone: '5.1' })
    const sentence = { en: 'Below 5.0, version 5.1 is installed first', fr: 'En dessous de 5.0, la version 5.1 est installée d’abord' }
    expect(texts).toContain(sentence[locale])
  })

  it('a withdrawn release says nothing of detectors that could install it', () => {
    expect(textsOf(<RequirementsPart release={shownRelease({ state: 'withdrawn' })} />, 'p')).toEqual([
      locale === 'en' ? 'None.' : 'Aucune.',
    ])
  })

  it('a draft’s are edited, even if it has none; a deleted draft’s are not: restoring comes first', () => {
    const edit = { en: 'Edit requirements', fr: 'Modifier les conditions' }[locale]
    const draft = shownRelease({ state: 'draft' })
    const none = {
      en: 'None: any detector of its products can install it.',
      fr: 'Aucune : tout détecteur de ses produits peut l’installer.',
    }
    expect(textsOf(<RequirementsPart release={draft} />, 'p')).toEqual([none[locale]])
    expect(textOf(<RequirementsPart release={draft} />)).toContain(edit)
    const deleted = { ...draft, images: [releaseImage({ isDeleted: true })] }
    expect(textOf(<RequirementsPart release={deleted} />)).not.toContain(edit)
  })

  // kit/history/recordHistory.spec.tsx reads an entry of each.
  describe('what the audit trail keeps', () => {
    it.each(kept.requirements)('of requirements is said in words: %s', (stored, en, fr) => {
      expect(hookOf(useConditionValues).requirements(stored)).toBe(locale === 'en' ? en : fr)
    })

    it.each(kept.holds)('of holds is said in words: %s', (stored, en, fr) => {
      expect(hookOf(useConditionValues).holds(stored)).toBe(locale === 'en' ? en : fr)
    })
  })
})
