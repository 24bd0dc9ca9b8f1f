/** A server with two approvers: what one administrator drafts, another approves before it is offered to everyone. */
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright/test'
import type { Database } from '../../src/server/db/connect.ts'
import { users } from '../../src/server/db/tables.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { addVersion, firmwareFile, headline, readFlash, update } from './detector.ts'
import { ageProofs } from './factorPortal.ts'
import { expect, password, signIn, test } from './portal.ts'
import { addOwnedModel, connectModel } from './releaseModel.ts'
import { confirmPoints, question } from './releaseSteps.ts'
import { updateWords } from './updateWords.ts'

test.use({ environment: { RELEASE_APPROVERS: '2' } })

const version = '8.1'

/** Inès drafts, Hugo is the other administrator. */
const w = {
  ...updateWords.en,
  notApproved: 'Not approved yet: another administrator has to before it is offered to everyone.',
  approvedByInes: /^Approved by Inès Castagné .* on /,
  approvedByHugo: /^Approved by Hugo Lavergne .* on /,
  notByAnother: /^No approval counts if you offer it: another administrator has to approve it, or offer it\./,
  approve: 'Approve',
  offerToOne: 'Offer to 1 customer',
  requiresBattery: /^Battery at least 30\s?%$/,
} as const

/** Makes Hugo of marketing an administrator, as the operator does: whom Inès makes one approves nothing for her. */
async function promoteHugo(db: Database): Promise<void> {
  await db.update(users).set({ role: 'ROLE_ADMIN' }).where(eq(users.username, 'marketing@example.com'))
}

/** Asks to offer it to everyone, and confirms what can be confirmed. */
async function askToOffer(page: Page, isRefused: boolean): Promise<void> {
  await page.getByRole('button', { name: 'Offer to everyone…', exact: true }).click()
  await expect(question(page)).toHaveAccessibleName('Offer 8.1 to everyone?')
  await expect(question(page)).toHaveAccessibleDescription('It will be offered to 1 customer with 1 detector.')
  await expect(question(page).getByText('Another administrator has to approve it first.')).toHaveCount(isRefused ? 1 : 0)
  await confirmPoints(page)
}

/** The person gives up. */
async function expectRefused(page: Page): Promise<void> {
  await askToOffer(page, true)
  const offer = question(page).getByRole('button', { name: w.offerToOne, exact: true })
  await expect(offer).toBeDisabled()
  await expect(offer).toHaveAccessibleDescription('Settle this first.')
  await question(page).getByRole('button', { name: w.cancel, exact: true }).click()
}

async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: w.approve, exact: true }).click()
  await expect(question(page)).toHaveAccessibleName('Approve 8.1?')
  await expect(question(page)).toHaveAccessibleDescription(/Any change to it before that takes the approval back\./)
  await question(page).getByRole('button', { name: w.approve, exact: true }).click()
}

test('a release that another administrator has to approve reaches a customer only then', async ({
  page,
  openElsewhere,
  request,
  server,
}) => {
  const { file, image } = firmwareFile(20_000, 81)
  const model = await addOwnedModel(request, ['customer'])
  const draft = `/firmware/show/${await addVersion(request, { model, versionName: version, file, isActive: false })}`
  await inDatabase(server, promoteHugo)
  const hugo = await openElsewhere('marketing')
  // When Hugo comes to approve, it is long since he last proved who he is.
  await ageProofs(server, 6)
  await hugo.evaluate(() => localStorage.removeItem('fieldport.proof'))

  // Inès alone: her own approval does not count for her.
  await signIn(page, 'admin')
  await page.goto(draft)
  await expect(page.getByText(w.notApproved)).toBeVisible()
  await expectRefused(page)
  await approve(page)
  await expect(page.getByText(w.approvedByInes)).toBeVisible()
  await expect(page.getByText(w.notByAnother)).toBeVisible()
  await expectRefused(page)

  // Hugo approves with fresh proof. Inès sees it, changes the draft, and both approvals are taken back.
  await hugo.goto(draft)
  await approve(hugo)
  const proof = hugo.getByRole('dialog', { name: 'Confirm that it is you' })
  await proof.getByLabel('Password', { exact: true }).fill(password)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(hugo.getByText('8.1 is approved')).toBeVisible()
  await expect(hugo.getByText(w.approvedByHugo)).toBeVisible()
  await page.reload()
  await expect(page.getByText(w.approvedByHugo)).toBeVisible()
  await expect(page.getByText(w.approvedByInes)).toBeVisible()
  await expect(page.getByText(w.notByAnother)).toHaveCount(0)
  await askToOffer(page, false)
  await expect(question(page).getByRole('button', { name: w.offerToOne, exact: true })).toBeEnabled()
  await question(page).getByRole('button', { name: w.cancel, exact: true }).click()
  await page.getByRole('button', { name: 'Edit requirements' }).click()
  const requirements = page.getByRole('dialog', { name: 'Requirements of 8.1' })
  await expect(requirements).toHaveAccessibleDescription(/If you change it, the approval no longer counts\./)
  await requirements.getByLabel('Lowest battery level, in percent').fill('30')
  await requirements.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: w.requiresBattery })).toBeVisible()
  await expect(page.getByText(w.notApproved)).toBeVisible()
  await expect(page.getByText(w.approvedByHugo)).toHaveCount(0)
  await expectRefused(page)

  // Approved as it is now, and offered
  await hugo.reload()
  await expect(hugo.getByRole('listitem').filter({ hasText: w.requiresBattery })).toBeVisible()
  await approve(hugo)
  await expect(hugo.getByText(w.approvedByHugo)).toBeVisible()
  await askToOffer(page, false)
  await question(page).getByRole('button', { name: w.offerToOne, exact: true }).click()
  await expect(page.getByText('8.1 is now offered to everyone')).toBeVisible()
  await expect(page.getByText('Offered to 1 customer with 1 detector.')).toBeVisible()
  await expect(page.getByText(w.approvedByHugo)).toBeVisible()

  const customer = await openElsewhere('customer')
  await connectModel(customer, model, 'customer')
  await expect(headline(customer)).toHaveText(w.install(version))
  await update(customer).click()
  await customer.getByRole('dialog', { name: w.didItRestart }).getByRole('button', { name: w.yes }).click()
  await expect(customer.getByRole('dialog', { name: w.complete })).toContainText(version)
  expect(Buffer.from(await readFlash(customer)).equals(Buffer.from(image))).toBe(true)
})
