/** A customer's equipment: what is available is said before the detector is connected, and leads to its update. */
import type { Locale } from '../../src/contract/rules.ts'
import { connectSimulated, firmwareFile, headline, publish, readFlash, setFaults, update } from './detector.ts'
import { expect, settled, test } from './field.ts'
import { signIn } from './portal.ts'
import { updateWords } from './updateWords.ts'
import { readIn } from './words.ts'

// Two tests share a server, so each has a version of its own.
const texts = {
  en: { ...updateWords.en, version: '5.5', available: '5.5 available', updateTo: 'Update to 5.5' },
  fr: { ...updateWords.fr, version: '5.6', available: '5.6 disponible', updateTo: 'Passer à la version 5.6' },
} as const

for (const locale of ['en', 'fr'] as const satisfies readonly Locale[])
  test(`5.5 is published: the owner’s row says so, its page leads to the update, and the word goes (${locale}) [T852]`, async ({
    page,
    request,
  }) => {
    const w = texts[locale]
    const { file, image } = firmwareFile(20_000, locale === 'en' ? 55 : 56)
    await readIn(page, locale)
    await signIn(page, 'customer', /\/productUpdate\/index$/)
    const row = page.getByRole('region', { name: w.myDetectors }).getByRole('listitem').filter({ hasText: '0A 1B 2C 3D 4E' })
    await expect(row).toBeVisible()
    await expect(row).not.toContainText(w.available)
    await publish(request, w.version, file)
    await page.reload()
    await settled(page)
    await expect(row).toContainText(w.available)

    await row.getByRole('link', { name: 'WS6 Master' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('WS6 Master')
    await expect(page.getByRole('main')).toContainText(w.available)
    await page.getByRole('button', { name: w.updateTo }).click()
    await connectSimulated(page)
    await setFaults(page, { latencyMs: 0, eraseMs: 0 })
    await expect(headline(page)).toHaveText(w.updateTo)
    await update(page).click()
    await page.getByRole('dialog', { name: w.didItRestart }).getByRole('button', { name: w.yes }).click()
    await page.getByRole('dialog', { name: w.complete }).getByRole('button', { name: w.done }).click()
    expect(Buffer.from(await readFlash(page)).equals(Buffer.from(image))).toBe(true)
    await expect(row).toContainText(w.version)
    await expect(row).not.toContainText(w.available)
    await page.reload()
    await settled(page)
    await expect(row).toContainText(w.version)
    await expect(row).not.toContainText(w.available)
  })
