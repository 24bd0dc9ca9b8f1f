/** What a release's page says of its signature. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { describeInEachLanguage } from '../../../../../tests/component/languages.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'

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

describeInEachLanguage('a release (%s)', (locale) => {
  it.each(cases)('says whether it is signed: %j', async (signature, en, fr) => {
    await openApp('/firmware/show/14', { as: 'backoffice', locale, calls: createRelease({ state: 'released', signature }).calls })
    await expect.element(page.getByText(locale === 'en' ? en : fr)).toBeVisible()
    await expectNoAxeFindings('its signature', { at: [390, 1280] })
  })
})

it('says nothing of it once it is withdrawn', async () => {
  await openApp('/firmware/show/14', { as: 'backoffice', calls: createRelease({ state: 'withdrawn', signature: signed }).calls })
  await expect.element(page.getByText('Withdrawn', { exact: true }).first()).toBeVisible()
  await expect.element(page.getByText('Signed by', { exact: false })).not.toBeInTheDocument()
})
