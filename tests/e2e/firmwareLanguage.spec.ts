/** The language of a detector decides which firmware is offered first, and changing it needs confirmation. */
import type { APIRequestContext, Page } from 'playwright/test'
import { locales } from '../../src/contract/rules.ts'
import { bearer, connectSimulated, firmwareFile, headline, nextStep, openFold, setFaults, update } from './detector.ts'
import { expect, signIn, test } from './portal.ts'
import { updateWords } from './updateWords.ts'
import { readIn } from './words.ts'

async function publishIn(request: APIRequestContext, language: string, versionName: string, isBetaTest = false): Promise<void> {
  const created = await request.post('/backend/firmware', {
    headers: await bearer(request, 'admin'),
    multipart: {
      versionName,
      language,
      isBetaTest: String(isBetaTest),
      isActive: 'true',
      selectedProductIds: '2',
      file: { name: `${language}.bin`, mimeType: 'application/octet-stream', buffer: Buffer.from(firmwareFile(2_000).file) },
    },
  })
  expect(created.ok(), await created.text()).toBe(true)
}

/** An unknown detector that reports this language. */
async function connectSpeaking(page: Page, language: number, serialNumber: string, disconnect: string): Promise<void> {
  await connectSimulated(page)
  await setFaults(page, { language, serialNumber, latencyMs: 0, eraseMs: 300 })
  await page.getByRole('button', { name: disconnect }).click()
  await connectSimulated(page)
}

for (const [index, locale] of locales.entries()) {
  const w = updateWords[locale]
  // Published in this order and later in each round: the newest of all is never the one to offer.
  const version = `${20 + index}.0`

  test(`the firmware in the detector’s language is offered first; another one is confirmed first and named at the end (${locale})`, async ({
    page,
    request,
  }) => {
    test.slow()
    for (const language of ['Français', 'English', 'Deutsch']) await publishIn(request, language, version)
    await readIn(page, locale)
    await signIn(page, 'customer', /\/productUpdate\/index$/)
    await connectSpeaking(page, 2, `0A1B2C3D5${index}`, w.disconnect)
    await expect(nextStep(page)).toContainText('Français')
    await update(page).click()
    await page.getByRole('dialog', { name: w.didItRestart }).getByRole('button', { name: w.yes }).click({ timeout: 30_000 })
    await page.getByRole('dialog', { name: w.complete }).getByRole('button', { name: w.done }).click()

    await connectSpeaking(page, 2, `0A1B2C3D5${index}`, w.disconnect)
    await expect(headline(page)).toHaveText(w.upToDate)
    await openFold(page, w.otherVersions)
    await nextStep(page).getByLabel(w.language).selectOption('Deutsch')
    await expect(headline(page)).not.toHaveText(w.upToDate)
    await update(page).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText(w.languageChange('Français', 'Deutsch'))
    await question.getByRole('button', { name: w.cancel }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await update(page).click()
    await question.getByRole('button', { name: version }).click()
    await page.getByRole('dialog', { name: w.didItRestart }).getByRole('button', { name: w.yes }).click({ timeout: 30_000 })
    const done = page.getByRole('dialog', { name: w.complete })
    await expect(done).toContainText(`${version}, Français`)
    await expect(done).toContainText(`${version}, Deutsch`)
  })

  test(`for an unknown language code the user’s language is offered first (${locale})`, async ({ page, request }) => {
    const next = `${30 + index}.0`
    for (const language of ['English', 'Français', 'Deutsch']) await publishIn(request, language, next)
    await readIn(page, locale)
    await signIn(page, 'customer', /\/productUpdate\/index$/)
    await connectSpeaking(page, 9, `0A1B2C3D6${index}`, w.disconnect)
    await expect(nextStep(page)).toContainText(locale === 'fr' ? 'Français' : 'English')
    await expect(update(page)).toContainText(next)
  })
}
