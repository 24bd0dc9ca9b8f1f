import { expect, it } from 'vitest'
import { shownHold, shownRelease } from '../../../../../tests/component/records.ts'
import { describeInLanguages, hookOf } from '../../../../../tests/support/shownText.tsx'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { noRequirements } from '../../../../contract/requirements.ts'
import { useOfferText } from './useOfferText.ts'

type Case = { readonly is: string; readonly release: Partial<ShownRelease>; readonly en: string; readonly fr: string }

const inState: readonly Case[] = [
  {
    is: 'a draft',
    release: { state: 'draft' },
    en: 'Only administrators and the back office are offered it, to try it out.',
    fr: 'Seuls les administrateurs et le back-office peuvent l’installer, pour l’essayer.',
  },
  {
    is: 'a beta',
    release: { state: 'beta', reach: 'beta', audience: { customers: 9, detectors: 10, withoutFirmware: 0 } },
    en: 'Offered to 9 beta testers with 10 detectors.',
    fr: 'Proposée à 9 bêta-testeurs avec 10 détecteurs.',
  },
  {
    is: 'staged',
    release: { state: 'staged', reach: 'staged' },
    en: 'Offered to 412 customers with 430 detectors, 12 of them without a firmware.',
    fr: 'Proposée à 412 clients avec 430 détecteurs, dont 12 sans firmware.',
  },
  {
    is: 'released',
    release: { audience: { customers: 1, detectors: 1, withoutFirmware: 1 } },
    en: 'Offered to 1 customer with 1 detector without a firmware.',
    fr: 'Proposée à 1 client avec 1 détecteur sans firmware.',
  },
  {
    is: 'halted',
    release: { state: 'halted' },
    en: 'Offered to nobody new. Updates that have begun can be finished.',
    fr: 'N’est plus proposée à personne. Les mises à jour commencées peuvent être terminées.',
  },
  {
    is: 'withdrawn',
    release: { state: 'withdrawn', withdrawnAt: '2026-03-05T10:00:00.000Z' },
    en: 'Withdrawn for good on 05/03/2026: this version is never offered again.',
    fr: 'Retirée définitivement le 05/03/2026 : cette version ne sera plus jamais proposée.',
  },
]

const nobody = { audience: { customers: 0, detectors: 0, withoutFirmware: 0 } }
const notInstallable = {
  en: 'No customer has a detector that it can be installed on for now.',
  fr: 'Aucun client n’a pour l’instant de détecteur sur lequel elle peut être installée.',
}

const toNobody: readonly Case[] = [
  {
    is: 'nobody has its products',
    release: {},
    en: 'No customer has a detector of its products yet.',
    fr: 'Aucun client n’a encore de détecteur correspondant à ses produits.',
  },
  {
    is: 'its version has no order',
    release: { versionName: '5.2 field' },
    en: 'Nobody is offered a version that cannot be put in order.',
    fr: 'Une version que l’on ne peut pas situer parmi les autres n’est proposée à personne.',
  },
  { is: 'of what it requires', release: { requirements: { ...noRequirements, hardwareVersions: [9] } }, ...notInstallable },
  { is: 'of a hold on some hardware', release: { holds: [shownHold({ hardwareVersions: [3] })] }, ...notInstallable },
  {
    is: 'it is held back from all',
    release: { holds: [shownHold({ hardwareVersions: [3] }), shownHold({ id: 2, hardwareVersions: [] })] },
    en: 'It is held back from all detectors, so nobody is offered it for now.',
    fr: 'Elle est bloquée pour tous les détecteurs : elle n’est proposée à personne pour l’instant.',
  },
]

const spaced = (text: string) => text.replaceAll(/\s/g, ' ')

describeInLanguages('a release (%s)', (locale) => {
  it.each(inState)('that is $is says who is offered it', ({ release, [locale]: sentence }) => {
    expect(spaced(hookOf(useOfferText)(shownRelease(release)))).toBe(sentence)
  })

  it.each(toNobody)('that reaches nobody because $is says so', ({ release, [locale]: sentence }) => {
    expect(spaced(hookOf(useOfferText)(shownRelease({ ...nobody, ...release })))).toBe(sentence)
  })
})
