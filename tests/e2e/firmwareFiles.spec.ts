/** Files that are not the firmware that was meant: what a person sees at once, and that only the typed version lets an unusual one go on. */
import type { Page } from 'playwright/test'
import { firmwareFile, publish } from './detector.ts'
import { expect, signIn, test } from './portal.ts'

/** As long as the demo's firmwares. */
const usualBytes = 262_144
const zip = Buffer.from('PK\u0003\u0004'.padEnd(4000, '\u0007'), 'latin1')

const choose = (page: Page, buffer: Buffer, name = 'WS6_31.1.bin') =>
  page.getByLabel('File').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
const unusual = (page: Page) => page.getByRole('alert').filter({ hasText: 'This file looks unlike the others' })
const typed = (page: Page) => page.getByRole('textbox', { name: 'Type the version to confirm: 31.1' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

test('a wrong file is refused or told of at once, and an unusual one goes on only with its version typed', async ({ page, request }) => {
  const other = Buffer.from(firmwareFile(usualBytes, 31).file)
  await publish(request, '31.0', other)
  const sent: string[] = []
  page.on('request', (one) => {
    if (one.method() === 'POST' && new URL(one.url()).pathname === '/backend/firmware') sent.push(one.url())
  })
  await signIn(page, 'backoffice')
  await page.goto('/firmware/create')
  await page.getByLabel('Version', { exact: true }).fill('31.1')
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'English' }).click()
  await page.getByRole('combobox', { name: 'Products' }).click()
  await page.getByRole('option', { name: 'WS6 Master' }).click()
  await page.keyboard.press('Escape')

  const refused: readonly [file: Buffer, reason: RegExp][] = [
    [Buffer.alloc(0), /^This file is empty, or too short for a firmware\.$/],
    [Buffer.from(':10010000214601360121470136007EFE09D21901\r\n'.repeat(100)), /^This file contains text\./],
    [zip, /^This is an archive, a document, an image or a program\./],
  ]
  for (const [file, reason] of refused) {
    await choose(page, file)
    await expect(page.getByLabel('File')).toHaveAccessibleDescription(reason)
    await save(page)
    await expect(page.getByLabel('File')).toBeFocused()
    await expect(unusual(page)).toHaveCount(0)
  }

  const strange: readonly [file: Buffer, fact: string | RegExp][] = [
    [Buffer.alloc(usualBytes), '100% of this file is one byte value, as in an empty file.'],
    [Buffer.from(firmwareFile(1000).file), /This file has 1,016 bytes; the last firmwares of these products have about \d+,\d+\./],
    [other, 'These are the very bytes of 31.0.'],
  ]
  for (const [file, fact] of strange) {
    await choose(page, file)
    await expect(unusual(page)).toContainText(fact)
    await expect(typed(page)).toHaveValue('')
    await save(page)
    await expect(typed(page)).toBeFocused()
    await typed(page).fill('31.0')
    await save(page)
    await expect(typed(page)).toHaveAccessibleDescription(/type its version to confirm/)
  }
  expect(sent).toEqual([])
  await expect(page).toHaveURL(/\/firmware\/create$/)

  await typed(page).fill('31.1')
  await save(page)
  await expect(page.getByText('Firmware added')).toBeVisible()
  await expect(page.getByText('Only administrators and the back office are offered it, to try it out.')).toBeVisible()
  expect(sent).toHaveLength(1)
})
