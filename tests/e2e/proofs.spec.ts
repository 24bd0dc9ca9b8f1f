import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { lastClaimDay } from '../../src/contract/warranty.ts'
import { readPdfText } from '../support/readPdfText.ts'
import { account, daysAgo, inFrench, newSerial, pdfBrowser, picture, row } from './coils.ts'
import { pdf } from '../support/coils.ts'
import { expect, linkIn, mailTo, readMailsIn, test } from './mailPortal.ts'
import { bearer } from './detector.ts'
import { makeMessagesDue, makeWorkDue } from './passTime.ts'
import { signIn } from './portal.ts'

const second = { name: 'second.pdf', mimeType: 'application/pdf', buffer: pdf }

const w = {
  proof: 'Proof of purchase',
  checking: 'Being checked',
  refused: 'The date on the document is not the purchase date.',
  queue: 'Proofs of purchase',
  refuse: 'Refuse',
  approved: 'Approved',
  mails: {
    refused: 'Your Fieldport proof of purchase was refused',
    approved: 'Your Fieldport proof of purchase was approved',
    reminder: 'You can still extend a Fieldport warranty',
  },
  usedUntil: (serial: string, day: string) => `${serial}: a code can be used until ${day}.`,
  filename: (serial: string) => `warranty-certificate-${serial}.pdf`,
} as const

/** Nothing else waits: the demo's own proofs are decided. */
async function emptyQueue(page: Page): Promise<void> {
  const headers = await bearer(page.request, 'backoffice')
  for (;;) {
    const taken = await page.request.post('/backend/proofCheck/take', { headers })
    const { proofs }: { proofs: { id: number; submittedAt: string }[] } = await taken.json()
    if (proofs.length === 0) return
    for (const { id, submittedAt } of proofs)
      await page.request.post(`/backend/proofCheck/${id}/decide`, { headers, form: { decision: 'approved', submittedAt } })
  }
}

test.use(pdfBrowser)

test('a proof is refused, another one approved, its owner saves a certificate and is reminded of the extension, each by mail [T1036]', async ({
  page,
  server,
  smtp,
}) => {
  // Within the last 60 days in which a code can be used.
  const [serial, bought] = [newSerial(), daysAgo(700)]
  const mailAbout = (subject: string, part = serial) => mailTo(smtp, `${account}@example.com`, 1, subject, part)
  await readMailsIn(page.request, account, 'en')
  const coil = row(page, serial)
  const dialog = page.getByRole('dialog')
  await emptyQueue(page)

  await signIn(page, account)
  await page.getByRole('button', { name: 'Register a coil' }).first().click()
  await dialog.getByLabel('Serial number').fill(serial)
  await dialog.getByLabel('Purchase date').fill(inFrench(bought))
  await dialog.getByLabel(w.proof).setInputFiles(picture)
  await dialog.getByRole('button', { name: 'Register' }).click()
  await expect(dialog).toBeHidden()
  await expect(coil).toContainText(w.checking)

  await signIn(page, 'backoffice')
  await page.getByRole('link', { name: w.queue, exact: true }).click()
  await expect(page.getByText(serial).first()).toBeVisible()
  await expect(page.getByRole('img', { name: picture.name })).toBeVisible()
  await expect(page.getByRole('button', { name: w.refuse, exact: true })).toBeEnabled()
  await page.keyboard.press('r')
  await dialog.getByLabel('Reason').selectOption(w.refused)
  await dialog.getByLabel('Your words').fill('See line 3.')
  await dialog.getByRole('button', { name: w.refuse }).click()
  await expect(dialog).toBeHidden()

  await makeMessagesDue(server)
  const refusal = await mailAbout(w.mails.refused)
  expect(refusal.text).toContain(w.refused)
  expect(refusal.text).toContain('See line 3.')
  await signIn(page, account)
  await page.goto(linkIn(refusal))
  await expect(coil).toContainText(w.refused)
  await expect(coil).toContainText('See line 3.')
  await coil.getByRole('button', { name: 'Send another proof' }).click()
  await dialog.getByLabel(w.proof).setInputFiles(second)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(coil).toContainText(w.checking)

  await signIn(page, 'backoffice')
  await page.getByRole('link', { name: w.queue, exact: true }).click()
  await expect(page.getByTitle(second.name)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
  // The viewer of the document does not keep the keys.
  await page.keyboard.press('a')
  await expect(page.getByText(serial)).toHaveCount(0)

  await makeMessagesDue(server)
  const approval = await mailAbout(w.mails.approved)
  await signIn(page, account)
  await page.goto(linkIn(approval))
  await expect(coil).toContainText(w.approved)
  const [download] = await Promise.all([page.waitForEvent('download'), coil.getByRole('button', { name: 'Warranty certificate' }).click()])
  expect(download.suggestedFilename()).toBe(w.filename(serial))
  const lines = await readPdfText(new Uint8Array(await readFile(await download.path())))
  expect(lines).toEqual(
    expect.arrayContaining(['Fieldport has checked the proof of purchase and confirms this warranty.', serial, inFrench(bought)]),
  )

  await makeWorkDue(server, 'remindExtensions')
  const reminder = await mailAbout(w.mails.reminder, w.usedUntil(serial, inFrench(lastClaimDay(bought).slice(0, 10))))
  await page.goto(linkIn(reminder))
  await expect(coil).toContainText(w.approved)
})
