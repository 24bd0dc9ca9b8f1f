import { describe, expect, it } from 'vitest'
import { shownRelease } from '../../../../../tests/component/records.ts'
import { testFound } from '../../../../../tests/support/foundSentences.ts'
import { describeInLanguages, speak, textOf } from '../../../../../tests/support/shownText.tsx'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { HaltedFor } from './HaltedFor.tsx'
import { PortalFault } from './PortalFault.tsx'

const hardware = testFound({ kind: 'hardware', name: '4' })
const edge = testFound({ kind: 'browser', name: 'edge', outcomes: 9, failures: 4 })

const because = {
  en: '14 of 96 updates of hardware 4 failed; the version before had 3 in 100.',
  fr: '14 mises à jour sur 96 ont échoué sur le matériel 4, contre 3 sur 100 avec la version précédente.',
}

describeInLanguages('a release that outcomes have halted (%s)', (locale) => {
  it('says why', () => {
    const title = { en: 'Halted by itself', fr: 'Suspendue automatiquement' }
    expect(textOf(<HaltedFor release={{ state: 'halted', haltedFor: hardware }} />)).toBe(title[locale] + because[locale])
  })
})

describe('a release', () => {
  speak('en')

  it.each<[string, Pick<ShownRelease, 'state' | 'haltedFor'>]>([
    ['halted by a person', { state: 'halted', haltedFor: null }],
    ['withdrawn since its outcomes halted it', { state: 'withdrawn', haltedFor: hardware }],
  ])('that was %s says nothing of them', (_, release) => {
    expect(textOf(<HaltedFor release={release} />)).toBe('')
  })
})

describeInLanguages('a fault of the portal (%s)', (locale) => {
  const browser = { en: 'Updates fail in one browser', fr: 'Des mises à jour échouent dans un navigateur' }
  const build = { en: 'Updates fail in one build of the portal', fr: 'Des mises à jour échouent avec un build du portail' }

  it('names its kind, a browser or a build', () => {
    expect(textOf(<PortalFault release={shownRelease({ portalFault: edge })} />)).toContain(browser[locale])
    const ofBuild = shownRelease({ portalFault: { ...edge, kind: 'build', name: '8' } })
    expect(textOf(<PortalFault release={ofBuild} />)).toContain(build[locale])
  })
})
