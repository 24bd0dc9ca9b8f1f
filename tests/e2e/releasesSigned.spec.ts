/** What is signed, as staff and a customer of the demo meet it, and a server that lists and serves another file than the one that was signed. */
import type { Page } from 'playwright/test'
import { createHash } from 'node:crypto'
import { addVersion, bearer, firmwareFile, headline, nextStep, readFlash, update } from './detector.ts'
import { expect, signIn, test } from './portal.ts'
import { addOwnedModel, connectModel } from './releaseModel.ts'
import { updateWords } from './updateWords.ts'

const w = updateWords.en

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

test('a signed release is shown as such, and a swapped file sends nothing to the detector', async ({ page, request }) => {
  const { file, image } = firmwareFile(20_000, 81)
  const model = await addOwnedModel(request, ['customer'])
  const id = await addVersion(request, { model, versionName: '1.0', file, isActive: true })
  // The demo signs it now, and not at its next start.
  const signed = await request.get(`/backend/signature/${model.typeId}`, { headers: await bearer(request, 'customer') })
  expect(signed.ok(), await signed.text()).toBe(true)

  await signIn(page, 'backoffice')
  await page.goto(`/firmware/show/${id}`)
  await expect(page.getByText(/Signed by “demo release” on \d\d\/\d\d\/\d{4}\./)).toBeVisible()

  await signIn(page, 'customer')
  await swapFile(page, firmwareFile(20_000, 82).file)
  await connectModel(page, model, 'customer')
  await expect(headline(page)).toHaveText(w.install('1.0'))
  await expect(nextStep(page).getByText('The file is not the one that the maker has signed')).toBeVisible()
  await expect(nextStep(page).getByText('Nothing has been changed on your detector.')).toBeVisible()
  await expect(update(page)).toBeDisabled()
  expect(await sentWrites(page)).toBe(0)

  await page.unroute(listCall)
  await page.unroute(fileCall)
  await nextStep(page).getByRole('button', { name: 'Check again' }).click()
  await expect(nextStep(page).getByText('Signed by the maker')).toBeVisible()
  await update(page).click()
  await page.getByRole('dialog', { name: w.didItRestart }).getByRole('button', { name: w.yes }).click()
  await expect(page.getByRole('dialog', { name: w.complete })).toContainText('1.0')
  expect(await sentWrites(page)).toBeGreaterThan(0)
  expect(Buffer.from(await readFlash(page)).equals(Buffer.from(image))).toBe(true)
})
