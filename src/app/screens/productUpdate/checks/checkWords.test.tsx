/** What the update page says of checks that did not pass, in each language. That they are shown: requirements.spec.tsx, signatures.spec.tsx. */
import { expect, it } from 'vitest'
import { requirementWords } from '../../../../../tests/component/requirementWords.ts'
import { describeInLanguages, textOf } from '../../../../../tests/support/shownText.tsx'
import { signatureSentences } from '../../../../../tests/support/signatureSentences.ts'
import { faults } from '../../../../contract/signatures/signed.ts'
import type { Check } from '../../../update/checks/checks.ts'
import { CheckList } from './CheckList.tsx'

const words = {
  en: {
    unchanged: 'Nothing has been changed on your detector.',
    expired: 'It is not known whether this firmware is still recommended',
    added: 'Unplug it',
    other: 'A different detector is connected now',
  },
  fr: {
    unchanged: 'Rien n’a été modifié sur votre détecteur.',
    expired: 'On ne sait pas si ce firmware est toujours recommandé',
    added: 'Débranchez-le',
    other: 'Un autre détecteur',
  },
} as const

const said = (check: Check) => textOf(<CheckList checks={[check]} />)

describeInLanguages('in %s', (locale) => {
  const w = { ...requirementWords[locale], ...words[locale] }

  it.each(faults)('says what is wrong with a signature, and that nothing was changed: %s', (fault) => {
    const text = said({ name: 'signature', verdict: 'refused', fault })
    expect(text).toContain(signatureSentences[fault][locale])
    expect(text).toContain(w.unchanged)
  })

  it('says that it is not known what is recommended now', () => {
    expect(said({ name: 'signature', verdict: 'warned' })).toContain(w.expired)
  })

  it('says what a firmware needs of the battery, and how much there is', () => {
    expect(said({ name: 'detectorBattery', verdict: 'refused', battery: { neededPercent: 40, percent: 31 } })).toContain(w.battery)
    expect(said({ name: 'detectorBattery', verdict: 'warned', battery: { neededPercent: 40, percent: null } })).toContain(w.noBattery)
  })

  it('asks for a coil where the firmware needs one', () => {
    expect(said({ name: 'coil', verdict: 'refused' })).toContain(w.coil)
    expect(said({ name: 'coil', verdict: 'passed' })).toContain(w.coilFine)
  })

  it('tells another detector that was plugged in from one that answers in place of the one shown', () => {
    expect(said({ name: 'detector', verdict: 'refused', isDoubtful: true })).toContain(w.added)
    expect(said({ name: 'detector', verdict: 'refused' })).toContain(w.other)
  })
})
