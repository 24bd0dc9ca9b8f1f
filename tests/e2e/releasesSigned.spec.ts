/** What is signed, as staff and a customer of the demo meet it, and a server that lists and serves another file than the one that was signed. */
import type { Page } from 'playwright/test'
import { createHash } from 'node:crypto'
import { locales } from '../../src/contract/rules.ts'
import { bearer, firmwareFile, headline, nextStep, readFlash, update } from './detector.ts'
import { expect, signIn, test } from './portal.ts'
import { addOwnedModel, addVersion, connectModel } from './releaseModel.ts'
import { updateWords } from './updateWords.ts'
import { readIn } from './words.ts'

const texts = {
  en: {
    ...updateWords.en,
    signedBy: /Signed by “demo release” on \d\d\/\d\d\/\d{4}\./,
    signed: 'Signed by the maker',
    otherFile: 'The file is not the one that the maker has signed',
    unchanged: 'Nothing has been changed on your detector.',
    again: 'Check again',
  },
  fr: {
    ...updateWords.fr,
    signedBy: /Signé par «\u00A0demo release\u00A0» le \d\d\/\d\d\/\d{4}\./,
    signed: 'Signé par le fabricant',
    otherFile: 'Le fichier n’est pas celui que le fabricant a signé',
    unchanged: 'Rien n’a été modifié sur votre détecteur.',
    again: 'Vérifier à nouveau',
  },
} as const

const listCall = '**/backend/firmware/getAllForProductAndUser/*'
const fileCall = '**/backend/file/showFileFromWeb**'

/** The server lists another file, with that file's own hash, and serves its bytes. */
async function swapFile(page: Page, file: Uint8Array): Promise<void> {
  const sha256 = createHash('sha256').update(file).digest('hex')
  await page.route(listCall, async (route) => {
    const response = await route.fetch()
    // The contract's response.
    const listed = (await response.json()) as { firmwareFile: object }[]
    for (const { firmwareFile: shown } of listed) Object.assign(shown, { sizeBytes: file.length, sha256 })
    await route.fulfill({ response, json: listed })
  })
  await page.route(fileCall, (route) => route.fulfill({ body: Buffer.from(file), contentType: 'application/octet-stream' }))
}

/** Frames that erase the detector, write on it or end an update. */
const sentWrites = (page: Page) =>
  page.evaluate(
    () =>
      window.simulatedDetector?.frames.filter(({ direction, bytes }) => direction === 'out' && [6, 7, 8].includes(bytes[0] ?? 0)).length ??
      0,
  )

for (const locale of locales)
  test(`a signed release is shown as such, and a swapped file sends nothing to the detector (${locale})`, async ({ page, request }) => {
    const w = texts[locale]
    const { file, image } = firmwareFile(20_000, 81)
    const model = await addOwnedModel(request, { locale, accounts: ['customer'] })
    // In the language of the detector, so that nothing is asked.
    const id = await addVersion(request, { model, locale: 'en', versionName: '1.0', file, isActive: true })
    // The demo signs it now, and not at its next start.
    const signed = await request.get(`/backend/signature/${model.typeId}`, { headers: await bearer(request, 'customer') })
    expect(signed.ok(), await signed.text()).toBe(true)

    await readIn(page, locale)
    await signIn(page, 'backoffice')
    await page.goto(`/firmware/show/${id}`)
    await expect(page.getByText(w.signedBy)).toBeVisible()

    await signIn(page, 'customer')
    await swapFile(page, firmwareFile(20_000, 82).file)
    await connectModel(page, model, 'customer')
    await expect(headline(page)).toHaveText(w.install('1.0'))
    await expect(nextStep(page).getByText(w.otherFile)).toBeVisible()
    await expect(nextStep(page).getByText(w.unchanged)).toBeVisible()
    await expect(update(page)).toBeDisabled()
    expect(await sentWrites(page)).toBe(0)

    await page.unroute(listCall)
    await page.unroute(fileCall)
    await nextStep(page).getByRole('button', { name: w.again }).click()
    await expect(nextStep(page).getByText(w.signed)).toBeVisible()
    await update(page).click()
    await page.getByRole('dialog', { name: w.didItRestart }).getByRole('button', { name: w.yes }).click({ timeout: 60_000 })
    await expect(page.getByRole('dialog', { name: w.complete })).toContainText('1.0')
    expect(await sentWrites(page)).toBeGreaterThan(0)
    expect(Buffer.from(await readFlash(page)).equals(Buffer.from(image))).toBe(true)
  })
