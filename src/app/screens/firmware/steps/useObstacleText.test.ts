/** What speaks against a step, as a fact. */
import { expect, it } from 'vitest'
import { obstacle } from '../../../../../tests/component/releases.ts'
import { describeInLanguages, hookOf } from '../../../../../tests/support/shownText.tsx'
import type { Obstacle } from '../../../../contract/release.ts'
import { useObstacleText } from './useObstacleText.ts'

type ObstacleCase = readonly [obstacle: Obstacle, en: RegExp, fr: RegExp]
const cases: readonly ObstacleCase[] = [
  [
    obstacle('languageMissing', { name: 'fr', customers: 120 }),
    /^120 customers use the portal in French, and this release has no firmware in that language\.$/,
    /^120 clients utilisent le portail dans une langue pour laquelle cette version n’a pas de firmware\s: français\.$/,
  ],
  [
    obstacle('languageMissing', { name: 'Français', customers: 1 }),
    /^1 customer uses the portal in Français,/,
    /^1 client utilise le portail dans une langue .*: Français\.$/,
  ],
  [
    obstacle('languageSpelling', { name: 'english' }),
    /^Another release of these products spells its language “english”\.$/,
    /^Une autre version de ces produits écrit sa langue «\senglish\s»\.$/,
  ],
  [
    obstacle('noSafeRelease', { name: 'WS6 Master' }),
    /^Detectors of type WS6 Master without a firmware then have no safe firmware/,
    /^Les détecteurs WS6 Master restés sans firmware n’ont alors plus aucun firmware sûr/,
  ],
  [
    obstacle('versionTaken', { name: 'English' }),
    /^Another firmware of this version is offered, or was: use another version \(English\)\.$/,
    /^Un autre firmware de cette version est ou a été proposé\s: utilisez une autre version \(English\)\.$/,
  ],
  [
    obstacle('noGroup', { isRefused: true }),
    /^It has no beta group, so nobody would be offered it\.$/,
    /^Elle n’a aucun groupe bêta\s: elle ne serait proposée à personne\.$/,
  ],
  [
    obstacle('noProduct', { isRefused: true }),
    /^It has no product, so nobody would be offered it\.$/,
    /^Elle n’a aucun produit\s: elle ne serait proposée à personne\.$/,
  ],
  [
    obstacle('unordered', { isRefused: true }),
    /^This version cannot be put in order: use another one, such as 5\.3\.$/,
    /^Cette version ne peut pas être située parmi les autres\s: utilisez-en une autre, comme 5\.3\.$/,
  ],
  [
    obstacle('older', { name: '5.2' }),
    /^5\.2 is newer and offered to the same people\. It stays their update; this version is only among the others they can choose\.$/,
    /^La version 5\.2, plus récente, est proposée aux mêmes personnes\s: elle reste leur mise à jour, et celle-ci n’apparaît que parmi les autres versions\.$/,
  ],
  [
    obstacle('approval', { isRefused: true }),
    /^Another administrator has to approve it first\.$/,
    /^Un autre administrateur doit d’abord l’approuver\.$/,
  ],
  [
    obstacle('proof', { name: 'English, Français', hardwareVersion: 3 }),
    /^Nobody on the staff has installed it on hardware 3 yet: English, Français\.$/,
    /^Personne de l’équipe ne l’a encore installée sur le matériel 3\s: English, Français\.$/,
  ],
  [
    obstacle('proof', { name: 'English, Français', hardwareVersion: null }),
    /^Nobody on the staff has installed it on a real detector yet: English, Français\.$/,
    /^Personne de l’équipe ne l’a encore installée sur un vrai détecteur\s: English, Français\.$/,
  ],
  [
    obstacle('unusualFile'),
    /^Its file looks unlike the other files of these products\.$/,
    /^Son fichier ne ressemble pas aux autres fichiers de ces produits\.$/,
  ],
]

describeInLanguages('what speaks against a step (%s)', (locale) => {
  it.each(cases)('is a sentence: $kind', (one, en, fr) => {
    expect(hookOf(useObstacleText)(one)).toMatch(locale === 'en' ? en : fr)
  })
})
