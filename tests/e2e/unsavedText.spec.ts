/** What staff typed into a form and did not save. */
import type { Page } from 'playwright/test'
import { locales } from '../../src/contract/rules.ts'
import { fillSignIn, signOutByMenu } from './accountsPortal.ts'
import { expect, password, signIn, test } from './portal.ts'
import { expireSession } from './staff.ts'
import { readIn, words } from './words.ts'

const texts = {
  en: {
    offer: 'There is unsaved text from',
    take: 'Continue with it',
    unsaved: 'Unsaved changes',
    ask: 'Sign out and delete unsaved text?',
    distributor: 'Distributor (optional)',
    name: 'Name',
    title: 'Title',
    save: 'Save',
    validate: 'Validate',
    userSaved: 'User modified',
    groupSaved: 'BetaGroup added',
    zoneSaved: 'Rally zone modified',
  },
  fr: {
    offer: 'Un texte non enregistré date du',
    take: 'Le reprendre',
    unsaved: 'Modifications non enregistrées',
    ask: 'Se déconnecter et supprimer le texte non enregistré\u00A0?',
    distributor: 'Distributeur (facultatif)',
    name: 'Nom',
    title: 'Titre',
    save: 'Enregistrer',
    validate: 'Valider',
    userSaved: 'Utilisateur modifié',
    groupSaved: 'Groupe bêta ajouté',
    zoneSaved: 'Zone de rallye modifiée',
  },
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

for (const locale of locales) {
  const w = texts[locale]
  const forms: Readonly<Record<string, Form>> = {
    user: { path: '/user/edit/4', account: 'backoffice', label: w.distributor, save: w.save, saved: w.userSaved },
    'beta group': { path: '/betaGroup/create', account: 'backoffice', label: w.name, save: w.save, saved: w.groupSaved },
    'rally zone': { path: '/rallyZone/edit/1', account: 'admin', label: w.title, save: w.validate, saved: w.zoneSaved },
  }
  const field = (page: Page, { label }: Form) => page.getByLabel(label, { exact: true })

  /** Types, and waits until the form says that it is not saved. */
  async function type(page: Page, form: Form, text: string): Promise<void> {
    await field(page, form).fill(text)
    await expect(page.getByText(w.unsaved)).toBeVisible()
  }

  /** Takes what is offered, which changes nothing before. */
  async function takeOffer(page: Page, form: Form, text: string): Promise<void> {
    await expect(page.getByText(w.offer)).toBeVisible()
    await expect(field(page, form)).not.toHaveValue(text)
    await page.getByRole('button', { name: w.take }).click()
    await expect(field(page, form)).toHaveValue(text)
    await expect(page.getByText(w.offer)).toBeHidden()
  }

  for (const [name, form] of Object.entries(forms))
    test(`what was typed of a ${name} outlives a reload, an expired session and a closed tab, until it is saved (${locale}) [T834]`, async ({
      page,
      context,
      expectComplaint,
    }) => {
      // The expired session.
      expectComplaint('401')
      await readIn(page, locale)
      await signIn(page, form.account)
      page.on('dialog', (dialog) => void dialog.accept())
      await page.goto(form.path)
      await type(page, form, `Reload ${locale}`)
      await page.reload()
      await takeOffer(page, form, `Reload ${locale}`)

      await type(page, form, `Session ${locale}`)
      await expireSession(page)
      await page.getByRole('button', { name: form.save, exact: true }).click()
      await expect(page).toHaveURL(/\/login\?redirect/)
      await fillSignIn(page, words[locale], `${form.account}@example.com`, password)
      await expect(page).toHaveURL(form.path)
      await takeOffer(page, form, `Session ${locale}`)

      await type(page, form, `Tab ${locale}`)
      await close(page)
      const next = await context.newPage()
      await readIn(next, locale)
      await next.goto(form.path)
      await takeOffer(next, form, `Tab ${locale}`)
      await next.getByRole('button', { name: form.save, exact: true }).click()
      await expect(next.getByText(form.saved)).toBeVisible()
      await expect(next.getByRole('main')).toContainText(`Tab ${locale}`)
      // Nothing is left to lose.
      await signOutByMenu(next, words[locale])
    })

  test(`signing out with text that was not saved asks first, then deletes it (${locale}) [T835]`, async ({ page }) => {
    const form = forms['rally zone']
    if (form === undefined) throw new Error('no form')
    await readIn(page, locale)
    await signIn(page, form.account)
    await page.goto(form.path)
    await type(page, form, `Forgotten ${locale}`)
    const leave = async () => {
      await page.getByRole('button', { name: words[locale].account }).click()
      await page.getByRole('menuitem', { name: words[locale].signOut }).click()
    }
    const question = page.getByRole('alertdialog', { name: w.ask })
    await leave()
    await question.getByRole('button', { name: words[locale].cancel }).click()
    await expect(question).toBeHidden()
    await expect(field(page, form)).toHaveValue(`Forgotten ${locale}`)
    await leave()
    await question.getByRole('button', { name: words[locale].signOut, exact: true }).click()
    await expect(page).toHaveURL(/\/login$/)
    await fillSignIn(page, words[locale], `${form.account}@example.com`, password)
    await expect(page).toHaveURL(/\/$/)
    // Asks nothing: nothing was kept.
    await signOutByMenu(page, words[locale])
  })
}
