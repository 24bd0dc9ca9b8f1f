// @module-tag rest
/** The fields of the form of a user. What it sends, and what it asks: userScreens.spec.tsx. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { phonePrefixes } from '../../../../tests/component/accountForms.ts'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import type { FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { shownUser } from '../../../../tests/component/records.ts'
import { openApp, sessionOf } from '../../../../tests/component/render.tsx'
import { generatedPasswordLength, roles } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'
import { openRows } from '../../browser/rows/browserStore.ts'

const calls: FakeCalls = {
  user: { get: () => shownUser(), getPhonePrefixes: () => [...phonePrefixes] },
  role: { getAll: () => roles.map((id) => ({ id, tostring: id })) },
  betaGroup: { getAll: () => [{ id: 1, tostring: 'WS6 field testers' }] },
}
const updatable: FakeCalls = { ...calls, user: { ...calls.user, update: ({ params }) => params } }
const main = page.getByRole('main')

const labels = () =>
  [...document.querySelectorAll('main form label')]
    .map(({ textContent }) => textContent.trim())
    .filter((label) => label !== '' && !/^(?:Search|Generate)$/.test(label))
const everybodys = ['First name', 'Last name', 'Email', 'Country', 'Prefix', 'Phone number', 'Distributor (optional)', 'Beta tester']

it('shows beta groups for beta testers only, and the role to administrators only [T78]', async () => {
  await openApp('/user/create', { as: 'admin', calls })
  const role = main.getByLabelText('Role')
  await expect.element(role).toHaveValue('ROLE_CUSTOMER')
  await expect.element(role.getByRole('option')).toHaveLength(roles.length)
  expect(labels().toSorted()).toEqual([...everybodys, 'Role', 'Send a link to choose a password'].toSorted())
  await main.getByLabelText('Beta tester').click()
  await main.getByRole('combobox', { name: 'Beta groups' }).click()
  await expect.element(page.getByRole('option', { name: 'WS6 field testers' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await main.getByLabelText('Beta tester').click()
  await expect.element(main.getByRole('combobox', { name: 'Beta groups' })).not.toBeInTheDocument()

  await openApp('/user/edit/4', { as: 'backoffice', calls })
  await expect.element(main.getByRole('textbox', { name: 'First name' })).toHaveValue('Marc')
  expect(labels().toSorted()).toEqual(
    [...everybodys, 'Send a link to choose a password', 'New password (leave empty to keep the current one)'].toSorted(),
  )
})

async function chooseCountry(name: string): Promise<void> {
  await main.getByRole('combobox', { name: 'Country' }).click()
  await page.getByRole('option', { name }).click()
}

it('sets the phone prefix with the first country, and keeps it when the country is corrected', async () => {
  await openApp('/user/create', { as: 'admin', calls })
  const prefix = main.getByRole('combobox', { name: 'Prefix' })
  await main.getByRole('button', { name: 'Save' }).click()
  await expect.element(prefix).toHaveAttribute('aria-invalid', 'true')
  await chooseCountry('France')
  await expect.element(prefix).toMatchTextContent('+33')
  await expect.element(prefix).not.toHaveAttribute('aria-invalid', 'true')
  await chooseCountry('Belgium')
  await expect.element(main.getByRole('combobox', { name: 'Country' })).toMatchTextContent('Belgium')
  await expect.element(prefix).toMatchTextContent('+33')
})

it('says why no country can be chosen, and loads the countries again', async () => {
  let isAway = true
  const getPhonePrefixes = () => {
    if (isAway) throw new AppError('internal.server.error')
    return [...phonePrefixes]
  }
  await openApp('/user/create', { as: 'admin', calls: { ...calls, user: { ...calls.user, getPhonePrefixes } } })
  const retry = main.getByRole('button', { name: 'Try again' })
  await expect.element(retry).toBeVisible()
  await expect.element(main.getByRole('combobox', { name: 'Country' })).toBeDisabled()
  isAway = false
  await retry.click()
  await chooseCountry('France')
  await expect.element(retry).not.toBeInTheDocument()
})

it('prefers a link for a new user, offers it for others, and forgets a password that is no longer wanted [T81]', async () => {
  await openApp('/user/create', { as: 'backoffice', calls })
  const link = main.getByLabelText('Send a link to choose a password')
  await expect.element(link).toBeChecked()
  await expect.element(link).toHaveAccessibleDescription(/has to be replaced at the first sign-in/)
  await expectNoAxeFindings('a new user')

  const { sent } = await openApp('/user/edit/4', { as: 'backoffice', calls: updatable })
  await expect.element(link).not.toBeChecked()
  await main.getByLabelText('New password (leave empty to keep the current one)', { exact: true }).fill('short')
  await link.click()
  await expect.element(main.getByRole('button', { name: 'Generate' })).not.toBeInTheDocument()
  await main.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent('user.update')).toMatchObject([{ body: { sendsPasswordLink: true, password: '' } }])
})

it('generates a password, and shows or hides it [T79]', async () => {
  await openApp('/user/create', { as: 'admin', calls })
  await main.getByLabelText('Send a link to choose a password').click()
  const password = main.getByLabelText('Password', { exact: true })
  await expect.element(password).toHaveAttribute('type', 'password')
  await expect.element(password).toHaveAccessibleDescription(/At least 8 characters/)
  await main.getByRole('button', { name: 'Generate' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
  const value = (password.element() as HTMLInputElement).value
  expect(value).toHaveLength(generatedPasswordLength)
  await main.getByRole('button', { name: 'Hide the password' }).click()
  await expect.element(password).toHaveAttribute('type', 'password')
  await main.getByRole('button', { name: 'Show the password' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
  await expect.element(password).toHaveValue(value)
})

/** The drafts of the person signed in. */
const kept = async () => (await openRows<{ owner: number }>('formDrafts').all()).filter(({ owner }) => owner === sessionOf('admin').id)

it('keeps what was typed of a user after a reload, without the password [T794]', async () => {
  await openApp('/user/create', { as: 'admin', calls })
  await main.getByLabelText('Send a link to choose a password').click()
  await main.getByLabelText('Password', { exact: true }).fill('a-Secret-2026')
  await main.getByRole('textbox', { name: 'First name' }).fill('Marc')
  await expect.poll(async () => JSON.stringify(await kept())).toContain('Marc')
  expect(JSON.stringify(await kept())).not.toContain('a-Secret-2026')
  await openApp('/user/create', { as: 'admin', calls, isReturning: true })
  await page.getByRole('button', { name: 'Continue with it' }).click()
  await expect.element(main.getByRole('textbox', { name: 'First name' })).toHaveValue('Marc')
  await expect.element(main.getByLabelText('Password', { exact: true })).toHaveValue('')
})
