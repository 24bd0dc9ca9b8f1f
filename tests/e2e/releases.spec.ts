/** A release from draft to its end, by those who meet it: the back office, an administrator, a beta tester and another customer. */
import type { Page } from 'playwright/test'
import { addVersion, firmwareFile, headline, nextStep, readFlash, update } from './detector.ts'
import { expect, signIn, test } from './portal.ts'
import { addOwnedModel, connectModel, type Model } from './releaseModel.ts'
import { confirmPoints, question } from './releaseSteps.ts'
import { rowsOf, searchFor } from './staff.ts'
import { updateWords } from './updateWords.ts'

const version = '7.1'

const w = {
  ...updateWords.en,
  firmwares: 'Firmwares',
  add: 'Add a firmware',
  language: 'Language',
  languageName: 'English',
  file: 'File',
  products: 'Products',
  save: 'Save',
  delete: 'Delete',
  deleted: 'Firmware deleted',
  undo: 'Undo',
  restored: 'Restored',
  betaGroups: 'Beta groups',
  noGroup: 'It has no beta group, so nobody would be offered it.',
  onlyStaff: 'Only administrators and the back office are offered it, to try it out.',
  draftMark: 'Draft, for tests by staff',
  draftWarning: '7.1 is a draft, for tests by staff: no customer is offered it',
  offeredTo: 'Offered to 4 customers with 4 detectors.',
  haltedState: 'Halted',
  nobodyNew: 'Offered to nobody new. Updates that have begun can be finished.',
  withdrawnOn: /^Withdrawn for good on .*: this version is never offered again\.$/,
  beta: {
    ask: 'Offer to beta testers…',
    sentence: 'It will be offered to 1 beta tester with 1 detector.',
    action: 'Offer to 1 beta tester',
    done: '7.1 is now offered to beta testers',
  },
  released: {
    ask: 'Offer to everyone…',
    sentence: 'It will be offered to 4 customers with 4 detectors.',
    action: 'Offer to 4 customers',
    done: '7.1 is now offered to everyone',
  },
  halt: { ask: 'Halt 7.1', action: 'Halt 7.1', done: '7.1 is halted' },
  resume: {
    ask: 'Offer again…',
    sentence: 'It will be offered to 4 customers with 4 detectors.',
    action: 'Offer to 4 customers',
    done: '7.1 is offered again',
  },
  withdraw: {
    ask: 'Withdraw…',
    sentence:
      /^It will no longer be offered to 4 customers with 4 detectors, .* This is final: this version is never offered again\. Owners who have it on a detector are told by mail and on their page\.$/,
    action: 'Withdraw 7.1',
    done: '7.1 is withdrawn',
  },
} as const

/** Takes a step on the firmware's page. */
async function step(page: Page, one: { ask: string; sentence: string | RegExp; action: string; done: string }): Promise<void> {
  await page.getByRole('button', { name: one.ask, exact: true }).click()
  await expect(question(page)).toHaveAccessibleDescription(one.sentence)
  await confirmPoints(page)
  await question(page).getByRole('button', { name: one.action, exact: true }).click()
  await expect(page.getByText(one.done)).toBeVisible()
  await expect(question(page)).toHaveCount(0)
}

async function fillDraft(page: Page, { file, model }: { file: Uint8Array; model: Model }): Promise<void> {
  await page.getByRole('link', { name: w.firmwares, exact: true }).click()
  await page.getByRole('link', { name: w.add }).click()
  await page.getByLabel(w.version, { exact: true }).fill(version)
  await page.getByRole('combobox', { name: w.language }).click()
  await page.getByRole('option', { name: w.languageName }).click()
  await page.getByLabel(w.file).setInputFiles({ name: 'M_7.1.bin', mimeType: 'application/octet-stream', buffer: Buffer.from(file) })
  await page.getByRole('combobox', { name: w.products }).click()
  await page.getByRole('option', { name: model.name }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: w.save, exact: true }).click()
}

/** Installs the draft, which is not the version that the page has selected. */
async function installDraft(page: Page): Promise<void> {
  await expect(headline(page)).toHaveText(w.install('1.0'))
  await nextStep(page).getByText(w.otherVersions).click()
  const versions = nextStep(page).getByRole('combobox', { name: w.version, exact: true })
  const draft = versions.getByRole('option', { name: /^7\.1 / })
  await expect(draft).toHaveText(new RegExp(`${w.draftMark}$`))
  await versions.selectOption((await draft.textContent()) ?? '')
  await expect(nextStep(page).getByText(w.draftMark, { exact: true })).toBeVisible()
  await update(page).click()
  await expect(question(page)).toContainText(w.draftWarning)
  await question(page)
    .getByRole('button', { name: w.install(version) })
    .click()
  await page.getByRole('dialog', { name: w.didItRestart }).getByRole('button', { name: w.yes }).click()
  await expect(page.getByRole('dialog', { name: w.complete })).toContainText(version)
}

/** Reads again what is offered. */
async function reopen(page: Page, model: Model, account: string): Promise<void> {
  await page.reload()
  await connectModel(page, model, account)
}

test('a release goes from draft to withdrawn, and is deleted and brought back', async ({ page, openElsewhere, request }) => {
  const { file, image } = firmwareFile(20_000, 72)
  // Three customers own one; a fourth owner is the administrator who tries it out.
  const model = await addOwnedModel(request, ['customer', 'beta', 'newcustomer'])
  await addVersion(request, { model, versionName: '1.0', file: firmwareFile(20_000, model.typeId).file, isActive: true })
  await signIn(page, 'backoffice')
  const customer = await openElsewhere('customer')
  // Moved by hand where the page asks again by itself.
  await customer.clock.install()
  await connectModel(customer, model, 'customer')
  await expect(headline(customer)).toHaveText(w.install('1.0'))

  // Draft
  await fillDraft(page, { file, model })
  await expect(page.getByText(w.onlyStaff)).toBeVisible()
  const shown = page.url()
  const admin = await openElsewhere('admin')
  await connectModel(admin, model, 'admin')
  await installDraft(admin)
  expect(Buffer.from(await readFlash(admin)).equals(Buffer.from(image))).toBe(true)

  // Beta, for a group that is chosen in the question
  await page.getByRole('button', { name: w.beta.ask, exact: true }).click()
  await expect(question(page).getByText(w.noGroup)).toBeVisible()
  await question(page).getByRole('combobox', { name: w.betaGroups }).click()
  await page.getByRole('option', { name: 'WS6 field testers' }).click()
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveAccessibleDescription(w.beta.sentence)
  await confirmPoints(page)
  await question(page).getByRole('button', { name: w.beta.action }).click()
  await expect(page.getByText(w.beta.done)).toBeVisible()
  const tester = await openElsewhere('beta')
  await connectModel(tester, model, 'beta')
  await nextStep(tester).getByText(w.otherVersions).click()
  await expect(nextStep(tester).getByRole('option', { name: /^7\.1 / })).toHaveText(/beta/)
  await reopen(customer, model, 'customer')
  await expect(headline(customer)).toHaveText(w.install('1.0'))
  await expect(customer.getByText(version)).toHaveCount(0)

  // Released
  await step(page, w.released)
  await expect(page.getByText(w.offeredTo)).toBeVisible()
  await reopen(customer, model, 'customer')
  await expect(headline(customer)).toHaveText(w.install(version))

  // Halted from the list, while a customer looks at it
  await page.goto('/firmware/index')
  await searchFor(page, `${model.name} ${version}`)
  await expect(rowsOf(page)).toHaveCount(1)
  await rowsOf(page).getByRole('button', { name: w.halt.ask }).click()
  await question(page).getByRole('button', { name: w.halt.action, exact: true }).click()
  await expect(page.getByText(w.halt.done)).toBeVisible()
  await expect(rowsOf(page).first()).toContainText(w.haltedState)
  await customer.clock.fastForward('01:00')
  await expect(headline(customer)).toHaveText(w.install('1.0'))

  // Offered again, and withdrawn
  await page.goto(shown)
  await expect(page.getByText(w.nobodyNew)).toBeVisible()
  await step(page, w.resume)
  await reopen(customer, model, 'customer')
  await expect(headline(customer)).toHaveText(w.install(version))
  await step(page, w.withdraw)
  await expect(page.getByText(w.withdrawnOn)).toBeVisible()
  await reopen(customer, model, 'customer')
  await expect(headline(customer)).toHaveText(w.install('1.0'))

  // Deleted and brought back, still withdrawn
  await page.getByRole('button', { name: w.delete, exact: true }).click()
  await question(page).getByRole('button', { name: w.delete, exact: true }).click()
  await expect(page.getByText(w.deleted)).toBeVisible()
  await page.getByRole('button', { name: w.undo }).click()
  await expect(page.getByText(w.restored)).toBeVisible()
  await page.goto(shown)
  await expect(page.getByText(w.withdrawnOn)).toBeVisible()
  await expect(page.getByRole('button', { name: w.resume.ask, exact: true })).toHaveCount(0)
})
