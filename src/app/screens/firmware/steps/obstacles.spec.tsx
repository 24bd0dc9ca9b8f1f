/** What speaks against a step of a release: said in one sentence, confirmed point by point, or settled first. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { describeInEachLanguage } from '../../../../../tests/component/languages.ts'
import { createRelease, obstacle } from '../../../../../tests/component/releases.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import type { Obstacle } from '../../../../contract/release.ts'
import type { Locale } from '../../../../contract/rules.ts'

const next = { customers: 9, detectors: 10, withoutFirmware: 2 }

const dialog = page.getByRole('alertdialog')
const button = (name: string) => dialog.getByRole('button', { name, exact: true })

type ObstacleCase = readonly [obstacle: Obstacle, en: RegExp, fr: RegExp]
const confirmable: readonly ObstacleCase[] = [
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
]
const refused: readonly ObstacleCase[] = [
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
    obstacle('approval', { isRefused: true }),
    /^Another administrator has to approve it first\.$/,
    /^Un autre administrateur doit d’abord l’approuver\.$/,
  ],
  [
    obstacle('languageSpelling', { isRefused: true, name: 'english' }),
    /^Another release of these products spells its language “english”\.$/,
    /^Une autre version de ces produits écrit sa langue «\senglish\s»\.$/,
  ],
]

const open = (obstacles: readonly Obstacle[], locale: Locale = 'en') =>
  openApp('/firmware/show/14?step=released', { as: 'admin', locale, calls: createRelease({ state: 'draft', next, obstacles }).calls })

describeInEachLanguage('what speaks against a step (%s)', (locale) => {
  const action = locale === 'en' ? 'Offer to 9 customers' : 'Proposer à 9 clients'
  const textOf = ([, en, fr]: ObstacleCase) => (locale === 'en' ? en : fr)

  it.each(confirmable)('is confirmed as a fact: $kind', async (...one) => {
    const { seen } = await open([one[0]], locale)
    const box = dialog.getByRole('checkbox', { name: textOf(one) })
    await expect.element(box).not.toBeChecked()
    await expect.element(button(action)).toBeDisabled()
    await expect
      .element(button(action))
      .toHaveAccessibleDescription(locale === 'en' ? 'Confirm each point first.' : 'Confirmez d’abord chaque point.')
    await box.click()
    await expect.element(button(action)).toBeEnabled()
    await button(action).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(seen.find(({ name }) => name === 'release.takeStep')).toMatchObject({ parts: { body: { confirmed: [one[0].kind] } } })
  })

  it.each(refused)('blocks the step until it is settled: $kind', async (...one) => {
    await open([one[0]], locale)
    await expect.element(dialog.getByText(textOf(one))).toBeVisible()
    await expect.element(button(action)).toBeDisabled()
    await expect.element(button(action)).toHaveAccessibleDescription(locale === 'en' ? 'Settle this first.' : 'Réglez d’abord ce point.')
    await expectNoAxeFindings(one[0].kind, { at: [390, 1280] })
  })

  it('asks for the version where a file looks unlike the others', async () => {
    const { seen } = await open([obstacle('unusualFile')], locale)
    const field = dialog.getByLabelText(locale === 'en' ? 'Type 5.2 to confirm' : 'Saisissez 5.2 pour confirmer')
    await expect
      .element(field)
      .toHaveAccessibleDescription(
        locale === 'en'
          ? 'Its file looks unlike the other files of these products.'
          : 'Son fichier ne ressemble pas aux autres fichiers de ces produits.',
      )
    await field.fill('5.3')
    await expect.element(button(action)).toBeDisabled()
    await expect.element(button(action)).toHaveAccessibleDescription(locale === 'en' ? 'Type 5.2 first.' : 'Saisissez d’abord 5.2.')
    await expectNoAxeFindings('unusual file', { at: [390, 1280] })
    await field.fill('5.2')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
    const sent = seen.filter(({ name }) => name === 'release.takeStep')
    expect(sent).toMatchObject([{ parts: { body: { confirmed: ['unusualFile'], typedVersion: '5.2' } } }])
  })
})

it('wants every point confirmed, and sends each kind once', async () => {
  const both = [obstacle('languageMissing', { name: 'fr', customers: 120 }), obstacle('languageMissing', { name: 'de', customers: 7 })]
  const { seen } = await open(both)
  await dialog.getByRole('checkbox', { name: 'French' }).click()
  await expect.element(button('Offer to 9 customers')).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'German' }).click()
  await dialog.getByRole('checkbox', { name: 'French' }).click()
  await expect.element(button('Offer to 9 customers')).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'French' }).click()
  await button('Offer to 9 customers').click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(seen.find(({ name }) => name === 'release.takeStep')).toMatchObject({ parts: { body: { confirmed: ['languageMissing'] } } })
})
