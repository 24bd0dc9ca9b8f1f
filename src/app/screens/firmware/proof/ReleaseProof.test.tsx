import { expect, it } from 'vitest'
import { describeInLanguages, hookOf, textOf, textsOf } from '../../../../../tests/support/shownText.tsx'
import type { ReleaseProof as Proof } from '../../../../contract/shownRelease.ts'
import { ReleaseProof } from './ReleaseProof.tsx'
import { useMissingProofText } from './useMissingProofText.ts'

const nothing: Proof = { mode: 'warn', flashed: [], missing: [], exception: null }
const by = { id: 3, tostring: 'Luc Admin' }
const date = '2026-03-04T10:00:00.000Z'

const words = {
  en: {
    unknown: 'Not yet on any detector: English',
    missing: 'Not yet on hardware 4: English and Français',
    exception: 'Exception by Luc Admin on 04/03/2026: “No such detector here”',
    program: 'Exception by Luc Admin on 04/03/2026: over the API, without a reason.',
    gone: 'Exception on 04/03/2026: over the API, without a reason.',
  },
  fr: {
    unknown: /^Pas encore sur un détecteur\s: English$/,
    missing: /^Pas encore sur le matériel 4\s: English et Français$/,
    exception: 'Dérogation de Luc Admin le 04/03/2026 : « No such detector here »',
    program: 'Dérogation de Luc Admin le 04/03/2026 : par l’API, sans raison donnée.',
    gone: 'Dérogation le 04/03/2026 : par l’API, sans raison donnée.',
  },
}

const lacking = (hardwareVersion: number | null, language = 'English') => ({ language, hardwareVersion })

describeInLanguages('a release (%s)', (locale) => {
  const w = words[locale]

  it('says on which hardware nobody has tried it, or that no detector is known', () => {
    const textsFor = hookOf(useMissingProofText)
    expect(textsFor([lacking(null)])).toEqual([expect.stringMatching(w.unknown)])
    expect(textsFor([lacking(4), lacking(4, 'Français')])).toEqual([expect.stringMatching(w.missing)])
  })

  it.each([
    [w.exception, { by, date, reason: 'No such detector here' }],
    [w.program, { by, date, reason: null }],
    [w.gone, { by: null, date, reason: null }],
  ])('that was offered without proof says by whom: %s', (text, exception) => {
    expect(textsOf(<ReleaseProof release={{ state: 'released', proof: { ...nothing, exception } }} />, 'li')).toEqual([text])
  })

  it('leaves out what has nothing to say', () => {
    expect(textOf(<ReleaseProof release={{ state: 'draft', proof: nothing }} />)).toBe('')
  })
})
