import { afterEach, expect } from 'vitest'
import { page } from 'vitest/browser'
import { createCustomer } from '../../../../../tests/component/customer.ts'
import { itInEachLanguage } from '../../../../../tests/component/languages.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { connectSimulated, letGo, nextStep, update } from '../../../../../tests/component/updatePage.ts'

const texts = {
  en: { warning: '9.0-beta is a beta version: it may contain bugs.', cancel: 'Cancel', badge: 'beta' },
  fr: { warning: /9\.0-beta est une version b.ta/, cancel: 'Annuler', badge: /^b.ta$/ },
} as const

afterEach(letGo)

itInEachLanguage('warns that a beta version may contain bugs before it is installed (%s) [T104]', async (locale) => {
  const w = texts[locale]
  const { calls, publish, updates } = createCustomer()
  await publish('9.0-beta', 500, { isBetaTest: true, language: locale === 'en' ? 'English' : 'Français' })
  await openApp('/productUpdate/index', { as: 'customer', calls, locale })
  await connectSimulated()
  await expect.element(nextStep().getByText(w.badge, { exact: true })).toBeVisible()
  await update().click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toMatchTextContent(w.warning)
  await question.getByRole('button', { name: w.cancel }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(updates).toHaveLength(1)
})
