import { expect, it } from 'vitest'
import { describeInLanguages, textOf } from '../../../../../tests/support/shownText.tsx'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { Signature } from './Signature.tsx'

const signed = { keys: ['2026 release'], signedAt: '2026-03-12T10:00:00.000Z', isCurrent: true }

type Case = readonly [ShownRelease['signature'], en: string, fr: string]
const cases: readonly Case[] = [
  [
    null,
    'Nothing is signed: this portal was built without keys of the maker.',
    'Rien n’est signé : ce portail a été construit sans clés du fabricant.',
  ],
  [signed, 'Signed by “2026 release” on 12/03/2026.', 'Signé par « 2026 release » le 12/03/2026.'],
  [
    { keys: [], signedAt: null, isCurrent: false },
    'Not signed yet: a release key has to sign it before it can be offered.',
    'Pas encore signé : une clé de publication doit le signer avant qu’il puisse être proposé.',
  ],
  [
    { ...signed, isCurrent: false },
    'Changed since it was signed on 12/03/2026: it has to be signed again.',
    'Modifié depuis sa signature le 12/03/2026 : il faut le signer à nouveau.',
  ],
]

describeInLanguages('a release (%s)', (locale) => {
  it.each(cases)('says whether it is signed: %j', (signature, en, fr) => {
    expect(textOf(<Signature release={{ state: 'released', signature }} />)).toBe(locale === 'en' ? en : fr)
  })

  it('says nothing of it once it is withdrawn', () => {
    expect(textOf(<Signature release={{ state: 'withdrawn', signature: signed }} />)).toBe('')
  })
})
