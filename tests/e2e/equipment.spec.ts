/**
 * A customer's equipment: what is available is said before the detector is connected, and leads to its update. In French: in English
 * equipmentElsewhere.spec.ts walks the same way.
 */
import { firmwareFile, headline, publish, readFlash, update } from './detector.ts'
import { connectQuick, expect, settled, test } from './field.ts'
import { signIn } from './portal.ts'
import { readIn } from './words.ts'

const w = {
  didItRestart: 'Votre détecteur a-t-il redémarré ?',
  yes: 'Oui, il a redémarré',
  complete: 'La mise à jour est terminée',
  done: 'Terminé',
  myDetectors: 'Mon matériel',
  available: '5.5 disponible',
  updateTo: 'Passer à la version 5.5',
} as const

test('5.5 is published: the owner’s row says so, its page leads to the update, and the word goes [T852]', async ({ page, request }) => {
  const { file, image } = firmwareFile(20_000, 55)
  await readIn(page, 'fr')
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  const row = page.getByRole('region', { name: w.myDetectors }).getByRole('listitem').filter({ hasText: '0A 1B 2C 3D 4E' })
  await expect(row).toBeVisible()
  await expect(row).not.toContainText(w.available)
  await publish(request, '5.5', file)
  await page.reload()
  await settled(page)
  await expect(row).toContainText(w.available)

  await row.getByRole('link', { name: 'WS6 Master' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('WS6 Master')
  await expect(page.getByRole('main')).toContainText(w.available)
  await page.getByRole('button', { name: w.updateTo }).click()
  await connectQuick(page)
  await expect(headline(page)).toHaveText(w.updateTo)
  await update(page).click()
  await page.getByRole('dialog', { name: w.didItRestart }).getByRole('button', { name: w.yes }).click()
  await page.getByRole('dialog', { name: w.complete }).getByRole('button', { name: w.done }).click()
  expect(Buffer.from(await readFlash(page)).equals(Buffer.from(image))).toBe(true)
  await expect(row).toContainText('5.5')
  await expect(row).not.toContainText(w.available)
  await page.reload()
  await settled(page)
  await expect(row).toContainText('5.5')
  await expect(row).not.toContainText(w.available)
})
