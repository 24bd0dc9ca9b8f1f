import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { createCustomer } from '../../../../../tests/component/customer.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { connectSimulated, letGo, nextStep, update } from '../../../../../tests/component/updatePage.ts'

afterEach(letGo)

it('warns that a beta version may contain bugs before it is installed [T104]', async () => {
  const { calls, publish, updates } = createCustomer()
  await publish('9.0-beta', 500, { isBetaTest: true })
  await openApp('/productUpdate/index', { as: 'customer', calls })
  await connectSimulated()
  await expect.element(nextStep().getByText('beta', { exact: true })).toBeVisible()
  await update().click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toMatchTextContent('9.0-beta is a beta version: it may contain bugs.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(updates).toHaveLength(1)
})
