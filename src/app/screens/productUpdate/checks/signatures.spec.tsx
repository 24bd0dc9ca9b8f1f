/** A server in wrong hands, as the owner of a detector meets it: it is said in words, nothing is sent, and the honest server ends it. */
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { detectorOf } from '../../../../../tests/component/customer.ts'
import { describeInEachLanguage, itInEachLanguage } from '../../../../../tests/component/languages.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { createSignedWorld, forgetMaker, type SignedWorld } from '../../../../../tests/component/signedWorld.ts'
import { connectSimulated, flashOfDetector, letGo, nextStep, update } from '../../../../../tests/component/updatePage.ts'
import type { Locale } from '../../../../contract/rules.ts'
import { type Fault, faults } from '../../../../contract/signatures/signed.ts'

const sentences: Readonly<Record<Fault, Readonly<Record<Locale, string>>>> = {
  unsigned: { en: 'The maker has not signed this firmware', fr: 'Le fabricant n’a pas signé ce firmware' },
  altered: { en: 'The signature is not the maker’s', fr: 'La signature n’est pas celle du fabricant' },
  role: {
    en: 'This firmware is signed with a key that is not meant for it',
    fr: 'Ce firmware est signé avec une clé qui n’est pas prévue pour cela',
  },
  older: {
    en: 'What the server says of this firmware is older than what this computer has seen',
    fr: 'Ce que le serveur indique sur ce firmware est plus ancien que ce que cet ordinateur a déjà vu',
  },
  expired: {
    en: 'What the server says of this firmware is out of date',
    fr: 'Ce que le serveur indique sur ce firmware n’est plus à jour',
  },
  noCatalogue: {
    en: 'It is not known whether the maker still offers this firmware',
    fr: 'On ne sait pas si le fabricant propose encore ce firmware',
  },
  product: {
    en: 'The maker has signed this firmware for other detectors',
    fr: 'Le fabricant a signé ce firmware pour d’autres détecteurs',
  },
  file: { en: 'The file is not the one that the maker has signed', fr: 'Le fichier n’est pas celui que le fabricant a signé' },
  notOffered: {
    en: 'The maker does not offer this firmware to your detector now',
    fr: 'Le fabricant ne propose pas ce firmware à votre détecteur pour le moment',
  },
  root: {
    en: 'The maker’s keys have changed in a way that cannot be verified',
    fr: 'Les clés du fabricant ont changé d’une façon qui ne peut pas être vérifiée',
  },
}
const texts = {
  en: {
    waits: 'Your detector waits for a firmware that the maker has signed',
    works: 'You can go on using it meanwhile.',
    unchanged: 'Nothing has been changed on your detector.',
    again: 'Check again',
    expired: 'It is not known whether this firmware is still recommended',
    yes: 'Yes',
  },
  fr: {
    waits: 'Votre détecteur attend un firmware signé par le fabricant',
    works: 'Vous pouvez continuer à l’utiliser en attendant.',
    unchanged: 'Rien n’a été modifié sur votre détecteur.',
    again: 'Vérifier à nouveau',
    expired: 'On ne sait pas si ce firmware est toujours recommandé',
    yes: 'Oui',
  },
} as const

afterEach(async () => {
  await letGo()
  forgetMaker()
})

const open = (signed: SignedWorld, locale: Locale) => openApp('/productUpdate/index', { as: 'customer', calls: signed.calls, locale })
const sentFrames = () =>
  window.simulatedDetector?.frames.filter(({ direction, bytes }) => direction === 'out' && bytes[0] === 6).length ?? 0
const again = (locale: Locale) => nextStep().getByRole('button', { name: texts[locale].again })

/** Installs what is offered, to the end. */
async function install(locale: Locale): Promise<void> {
  await update().click()
  await page.getByRole('button', { name: texts[locale].yes }).click()
}

describeInEachLanguage('a detector without a firmware, under a server in wrong hands (%s)', (locale) => {
  it.each(faults)('waits in words for a firmware, and gets it once the server is honest: %s', async (fault) => {
    const w = texts[locale]
    const signed = await createSignedWorld('9.1', locale)
    const lastUpdate = { id: 9, date: '2026-11-21T10:00:00.000Z', firmware: { id: 1, versionName: '9.1', language: 'English' } }
    signed.world.detectors.push(detectorOf(1, { firmwareState: 'none', lastUpdate }))
    const erases = sentFrames()
    await signed.spoil(fault)
    await open(signed, locale)
    await connectSimulated()
    await expect.element(nextStep()).toMatchTextContent(sentences[fault][locale])
    await expect.element(nextStep()).toMatchTextContent(w.unchanged)
    await expect.element(nextStep()).toMatchTextContent(w.waits)
    await expect.element(update()).toBeDisabled()
    expect(sentFrames()).toBe(erases)
    await signed.beHonest()
    await again(locale).click()
    await expect.element(update()).toBeEnabled()
    await install(locale)
    await expect.poll(() => signed.world.updates[0]).toMatchObject({ versionName: '9.1', success: true })
    expect(flashOfDetector()).toEqual(signed.image)
  })
})

itInEachLanguage('a detector that works goes on working, and the page finds nothing wrong in how it is said (%s)', async (locale) => {
  const w = texts[locale]
  const signed = await createSignedWorld('9.1', locale)
  await signed.spoil('altered')
  await open(signed, locale)
  await connectSimulated()
  await expect.element(nextStep()).toMatchTextContent(w.works)
  await expect.element(update()).toBeDisabled()
  await expectNoAxeFindings('a signature that is not the maker’s', { at: [390, 1280] })
})

itInEachLanguage('what has expired is a warning offline, and its owner decides (%s)', async (locale) => {
  const w = texts[locale]
  const signed = await createSignedWorld('9.1', locale)
  await signed.spoil('expired')
  await open(signed, locale)
  await connectSimulated()
  await expect.element(nextStep()).toMatchTextContent(sentences.expired[locale])
  await expect.element(update()).toBeDisabled()
  signed.cut()
  await again(locale).click()
  await expect.element(nextStep()).toMatchTextContent(w.expired)
  await expect.element(update()).toBeEnabled()
  await install(locale)
  await expect.poll(() => signed.world.updates[0]).toMatchObject({ versionName: '9.1', success: true })
  expect(flashOfDetector()).toEqual(signed.image)
})
