// @module-tag rest
/** What staff meet who have to add a second factor before they go on (docs/security.md, 40). */
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { enterPassword, expectNoOverflow } from '../../../../tests/component/accountForms.ts'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { callsOfAllScreens } from '../../../../tests/component/everyScreen.ts'
import { createFactors, factorWords, otherAddress, phone } from '../../../../tests/component/factors.ts'
import { openApp, sessionOf } from '../../../../tests/component/render.tsx'
import { addAuthenticator } from '../../../../tests/component/virtualAuthenticator.ts'
import { words } from '../../../../tests/e2e/words.ts'
import { AppError } from '../../../errors.ts'
import { sessionStore } from '../../api/sessionStore.ts'

const heading = (name: string) => page.getByRole('heading', { level: 1, name })

afterEach(() => sessionStore.end())

describe('a second factor that is due', () => {
  const w = { ...words.en, ...factorWords }
  const codes = page.getByRole('dialog', { name: w.keep })

  it('is added after the sign-in, by the keyboard, and leads on to the page that was asked for', async () => {
    await addAuthenticator()
    const { calls } = createFactors({ isRequired: true })
    const authentication = {
      beforeLogin: () => ({ displayCodeValidation: false, phoneNumber: null, resendInSeconds: null }),
      login: () => ({ ...sessionOf('backoffice'), factorDueInSeconds: 0 }),
    }
    const { address } = await openApp('/login?redirect=%2Fuser%2Fshow%2F4', {
      calls: [callsOfAllScreens(), calls, { authentication, locale: { setLocale: () => ({}) } }],
    })
    await enterPassword('backoffice')
    await expect.element(heading(w.enrol)).toBeVisible()
    await expect.element(page.getByText('backoffice@example.com')).toBeVisible()
    await expect.element(page.getByText(w.recommended)).toBeVisible()
    await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
    await expectNoAxeFindings('a second factor that is due')
    page.getByRole('button', { name: w.addPasskey }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByLabelText(w.name, { exact: true })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(codes).toBeVisible()
    // A renewed token comes without the demand; the codes stay.
    sessionStore.write(sessionOf('backoffice'))
    await expect.element(codes).toBeVisible()
    await expect.element(heading('Marc Delaunay')).not.toBeInTheDocument()
    codes.getByRole('button', { name: w.kept }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(heading('Marc Delaunay')).toBeVisible()
    expect(address()).toBe('/user/show/4')
    expect(sessionStore.read()).not.toHaveProperty('factorDueInSeconds')
  })

  it('is passed by no address, fits on a phone, and lets everybody sign out', async () => {
    await page.viewport(390, 844)
    for (const path of ['/productUpdate/index', '/profile']) {
      const calls = [callsOfAllScreens(), createFactors().calls, { authentication: { logout: () => ({}) } }]
      const { seen, address } = await openApp(path, { as: 'marketing', factorDueInSeconds: 0, calls })
      await expect.element(heading(w.enrol)).toBeVisible()
      expectNoOverflow()
      expect(address()).toBe(path)
      expect(
        seen.map(({ name }) => name).filter((name) => !name.startsWith('configuration.') && !name.startsWith('secondFactor.')),
      ).toEqual([])
    }
    await page.getByRole('button', { name: w.signOut }).click()
    await expect.element(heading(w.signIn)).toBeVisible()
    expect(sessionStore.read()).toBeNull()
  })

  it('comes after a password that staff have set', async () => {
    const calls = [callsOfAllScreens(), createFactors().calls]
    await openApp('/profile', { as: 'admin', passwordDue: 'setByStaff', factorDueInSeconds: 0, calls })
    await expect.element(heading('Choose your password')).toBeVisible()
    sessionStore.writePasswordDue(undefined)
    await expect.element(heading(w.enrol)).toBeVisible()
  })

  it('where passkeys do not work at this address, is an authenticator app or needs the other address', async () => {
    const { calls } = createFactors()
    const { address } = await openApp('/news/index', {
      as: 'admin',
      factorDueInSeconds: 0,
      calls: [callsOfAllScreens(), calls, otherAddress],
    })
    await expect.element(page.getByText(w.otherAddress)).toBeVisible()
    await expect.element(page.getByRole('button', { name: w.addPasskey })).not.toBeInTheDocument()
    await expectNoAxeFindings('a second factor that is due at another address')
    await page.getByRole('button', { name: w.addApp }).click()
    await page.getByLabelText(w.code, { exact: true }).fill('123456')
    await page.getByRole('button', { name: w.add, exact: true }).click()
    await codes.getByRole('button', { name: w.kept }).click()
    await expect.element(page.getByRole('navigation').first()).toBeVisible()
    expect(address()).toBe('/news/index')
  })
})

it('asks for a second factor where a call is refused for it', async () => {
  const { calls, factors } = createFactors()
  const getOwn = () => {
    if (factors().length === 0) throw new AppError('factor.enrolment.required.error')
    return []
  }
  const { address } = await openApp('/profile', { as: 'backoffice', calls: [callsOfAllScreens(), calls, { session: { getOwn } }] })
  await expect.element(heading('Add a second factor')).toBeVisible()
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  await page.getByLabelText('Code', { exact: true }).fill('123456')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'I have kept them' }).click()
  await expect.element(heading('Profile')).toBeVisible()
  expect(address()).toBe('/profile')
})

it('goes on where the factor was added in another browser', async () => {
  const { calls } = createFactors({ factors: [phone] })
  await openApp('/profile', { as: 'backoffice', factorDueInSeconds: 0, calls: [callsOfAllScreens(), calls] })
  await expect.element(heading('Profile')).toBeVisible()
  expect(sessionStore.read()).not.toHaveProperty('factorDueInSeconds')
})
