// @module-tag rest
/** What people meet whose password staff have set, or whose own is weak (docs/security.md, 39). */
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { enterPassword } from '../../../../tests/component/accountForms.ts'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { callsOfAllScreens, unavailable } from '../../../../tests/component/everyScreen.ts'
import type { FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { openApp, sessionOf } from '../../../../tests/component/render.tsx'
import { words } from '../../../../tests/e2e/words.ts'
import { type PasswordDue } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'
import { sessionStore } from '../../api/sessionStore.ts'

const w = {
  ...words.en,
  title: 'Choose your password',
  given: 'The password you were given',
  weak: 'Please choose another password',
  least: (min: number) => `At least ${min} characters`,
} as const
const own = 'seven green chairs'
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const field = (label: string) => page.getByLabelText(label, { exact: true })

/** Each in the field that has the focus, then goes on to the next one. */
async function type(...typed: readonly string[]): Promise<void> {
  for (const text of typed) {
    await userEvent.keyboard(text)
    // Past the button that shows the password.
    await userEvent.keyboard('{Tab}{Tab}')
  }
}

/** Whose password is due until it is changed. */
function callsOf(person: 'customer' | 'backoffice', due: PasswordDue): FakeCalls {
  let passwordDue: PasswordDue | undefined = due
  const everything = callsOfAllScreens()
  return {
    ...everything,
    locale: { setLocale: () => ({}) },
    authentication: {
      beforeLogin: () => ({ displayCodeValidation: false, phoneNumber: null, resendInSeconds: null }),
      login: () => ({ ...sessionOf(person), ...(passwordDue && { passwordDue }) }),
      logout: () => ({}),
    },
    user: {
      ...everything.user,
      updateCurrentUserPassword({ body: { oldPassword, newPassword } }) {
        if (oldPassword === newPassword) throw new AppError('password.unchanged.error', { invalidField: 'newPassword' })
        passwordDue = undefined
        return {}
      },
    },
  }
}

async function signIn(person: 'customer' | 'backoffice', due: PasswordDue, path: string) {
  const app = await openApp(path, { calls: callsOf(person, due) })
  await enterPassword(person)
  return app
}

it('somebody whose password staff have set chooses another one, by the keyboard, and goes on where they wanted [T45]', async () => {
  const { seen, address } = await signIn('backoffice', 'setByStaff', '/login?redirect=%2Fuser%2Fshow%2F4')
  await expect.element(heading(w.title)).toBeVisible()
  await expect.element(page.getByText('backoffice@example.com')).toBeVisible()
  await expect.element(page.getByText(w.least(12))).toBeVisible()
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
  await expectNoAxeFindings('a password to be chosen')

  field(w.given).element().focus()
  await type('kf82mwqz9', 'kf82mwqz9', 'kf82mwqz9')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('This password was set for you, so somebody else knows it. Choose a different one.')).toBeVisible()
  await expect.element(field(w.newPassword)).toHaveFocus()
  await expectNoAxeFindings('a password that was refused')
  await userEvent.keyboard('{Control>}a{/Control}')
  await type(own)
  await userEvent.keyboard('{Control>}a{/Control}')
  await userEvent.keyboard(own)
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Marc Delaunay')).toBeVisible()
  expect(address()).toBe('/user/show/4')
  expect(sessionStore.read()?.passwordDue).toBeUndefined()
  const sent = seen.filter(({ name }) => name === 'authentication.login').map(({ parts }) => parts)
  expect(sent.at(-1)).toMatchObject({ body: { username: 'backoffice@example.com', password: own } })
})

it('nobody passes it by another address or a reload, and everybody may sign out [T46]', async () => {
  for (const path of ['/productUpdate/index', '/profile']) {
    const calls = callsOf('customer', 'setByStaff')
    const { seen, address } = await openApp(path, { calls, as: 'customer', passwordDue: 'setByStaff' })
    await expect.element(heading(w.title)).toBeVisible()
    await expect.element(page.getByText(w.least(8))).toBeVisible()
    expect(address()).toBe(path)
    expect(seen.map(({ name }) => name).filter((name) => name !== 'configuration.get')).toEqual([])
  }
  await page.getByRole('button', { name: w.signOut }).click()
  await expect.element(heading(w.signIn)).toBeVisible()
  expect(sessionStore.read()).toBeNull()
})

it('a weak password may stay until the next sign-in [T47]', async () => {
  await signIn('backoffice', 'weak', '/login?redirect=%2Fprofile')
  const dialog = page.getByRole('dialog', { name: w.weak })
  await expect.element(dialog).toBeVisible()
  await expect.element(dialog.getByText(w.least(12))).toBeVisible()
  await expectNoAxeFindings('a weak password')
  await dialog.getByRole('button', { name: 'Later' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(heading(w.profile)).toBeVisible()
  expect(sessionStore.read()).not.toHaveProperty('passwordDue')
})

it('a weak password can be changed at once', async () => {
  const { address } = await signIn('customer', 'weak', '/login?redirect=%2Fprofile')
  const dialog = page.getByRole('dialog', { name: w.weak })
  await dialog.getByLabelText(w.currentPassword, { exact: true }).fill('kf82mwqz9')
  await dialog.getByLabelText(w.newPassword, { exact: true }).fill(own)
  await dialog.getByLabelText(w.repeat, { exact: true }).fill(own)
  // A renewed token comes without the reason; the dialog stays.
  sessionStore.write(sessionOf('customer'))
  await dialog.getByRole('button', { name: w.changePassword }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText(w.changed).first()).toBeVisible()
  expect(address()).toBe('/profile')
})

afterEach(() => sessionStore.end())

it('asks for a password of one’s own where a call is refused for it', async () => {
  let isChosen = false
  const getOwn = () => {
    if (!isChosen) throw new AppError('password.choice.required.error')
    return []
  }
  const calls = callsOf('customer', 'setByStaff')
  const updateCurrentUserPassword = () => {
    isChosen = true
    return {}
  }
  // The sign-in that follows the change fails: the session goes on.
  const { address } = await openApp('/profile', {
    as: 'customer',
    calls: [calls, { session: { getOwn }, user: { ...calls.user, updateCurrentUserPassword }, authentication: { login: unavailable } }],
  })
  await expect.element(page.getByRole('heading', { level: 1, name: w.title })).toBeVisible()
  await field(w.given).fill('kf82mwqz9')
  await field('New password').fill(own)
  await field('Repeat the password').fill(own)
  await page.getByRole('button', { name: 'Save and go on' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  expect(address()).toBe('/profile')
})
