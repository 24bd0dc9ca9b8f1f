/** What staff typed into a form and did not save. */
import type { Page } from 'playwright/test'
import { fillSignIn } from './accountsPortal.ts'
import { expect, password, signIn, test } from './portal.ts'
import { expireSession, signOut } from './staff.ts'
import { words } from './words.ts'

const w = {
  offer: 'There is unsaved text from',
  save: 'Save',
} as const

type Form = {
  readonly path: string
  readonly account: 'admin' | 'backoffice'
  readonly label: string
  readonly save: string
  readonly saved: string
}

/** Closes the tab as a person does: the browser asks first. */
async function close(page: Page): Promise<void> {
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
}

const forms: Readonly<Record<string, Form>> = {
  user: { path: '/user/edit/4', account: 'backoffice', label: 'Distributor (optional)', save: w.save, saved: 'User modified' },
  'beta group': { path: '/betaGroup/create', account: 'backoffice', label: 'Name', save: w.save, saved: 'BetaGroup added' },
  'rally zone': { path: '/rallyZone/edit/1', account: 'admin', label: 'Title', save: 'Validate', saved: 'Rally zone modified' },
}
const field = (page: Page, { label }: Form) => page.getByLabel(label, { exact: true })

/** Types, and waits until the form says that it is not saved. */
async function type(page: Page, form: Form, text: string): Promise<void> {
  await field(page, form).fill(text)
  await expect(page.getByText('Unsaved changes')).toBeVisible()
}

/** Takes what is offered, which changes nothing before. */
async function takeOffer(page: Page, form: Form, text: string): Promise<void> {
  await expect(page.getByText(w.offer)).toBeVisible()
  await expect(field(page, form)).not.toHaveValue(text)
  await page.getByRole('button', { name: 'Continue with it' }).click()
  await expect(field(page, form)).toHaveValue(text)
  await expect(page.getByText(w.offer)).toBeHidden()
}

for (const [name, form] of Object.entries(forms))
  test(`what was typed of a ${name} outlives a reload, an expired session and a closed tab, until it is saved [T834]`, async ({
    page,
    context,
    expectComplaint,
  }) => {
    // The expired session.
    expectComplaint('401')
    await signIn(page, form.account)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto(form.path)
    await type(page, form, 'Typed before a reload')
    await page.reload()
    await takeOffer(page, form, 'Typed before a reload')

    await type(page, form, 'Typed in a session')
    await expireSession(page)
    await page.getByRole('button', { name: form.save, exact: true }).click()
    await expect(page).toHaveURL(/\/login\?redirect/)
    await fillSignIn(page, words.en, `${form.account}@example.com`, password)
    await expect(page).toHaveURL(form.path)
    await takeOffer(page, form, 'Typed in a session')

    await type(page, form, 'Typed in a tab')
    await close(page)
    const next = await context.newPage()
    await next.goto(form.path)
    await takeOffer(next, form, 'Typed in a tab')
    await next.getByRole('button', { name: form.save, exact: true }).click()
    await expect(next.getByText(form.saved)).toBeVisible()
    await expect(next.getByRole('main')).toContainText('Typed in a tab')
    // Nothing is left to lose.
    await signOut(next)
  })

test('signing out with text that was not saved asks first, then deletes it [T835]', async ({ page }) => {
  const form = forms['rally zone']
  if (form === undefined) throw new Error('no form')
  await signIn(page, form.account)
  await page.goto(form.path)
  await type(page, form, 'Forgotten')
  const leave = async () => {
    await page.getByRole('button', { name: words.en.account }).click()
    await page.getByRole('menuitem', { name: words.en.signOut }).click()
  }
  const question = page.getByRole('alertdialog', { name: 'Sign out and delete unsaved text?' })
  await leave()
  await question.getByRole('button', { name: words.en.cancel }).click()
  await expect(question).toBeHidden()
  await expect(field(page, form)).toHaveValue('Forgotten')
  await leave()
  await question.getByRole('button', { name: words.en.signOut, exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
  await fillSignIn(page, words.en, `${form.account}@example.com`, password)
  await expect(page).toHaveURL(/\/$/)
  // Asks nothing: nothing was kept.
  await signOut(page)
})
