/** The user's own profile and password. */
import { toast } from 'sonner'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { awkwardTexts, errorOf, expectNoOverflow, phonePrefixes } from '../../../../tests/component/accountForms.ts'
import { profile } from '../../../../tests/component/answers.ts'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { createCustomer } from '../../../../tests/component/customer.ts'
import type { FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { openApp, sessionOf } from '../../../../tests/component/render.tsx'
import { sessionAt } from '../../../../tests/component/sessions.ts'
import { words } from '../../../../tests/e2e/words.ts'
import { toastLongMs } from '../../../contract/rules.ts'
import type { Profile } from '../../../contract/user.ts'
import { AppError } from '../../../errors.ts'

const password = 'demo-Fieldport-2026'
let stored: Profile = profile
const user = {
  getProfile: () => stored,
  getPhonePrefixes: () => [...phonePrefixes],
  updateProfile({ body: { currentPassword, username, phoneNumber, phonePrefix, isNewsletter, distributor, ...others } }) {
    const [isMoved, isCalled] = [username !== stored.username, phoneNumber !== stored.phoneNumber]
    if ((isMoved || isCalled) && currentPassword !== password) throw new AppError('incorrect.password', { invalidField: 'currentPassword' })
    const pendingPhone = { phonePrefix, phoneNumber, isCodeSent: true, resendInSeconds: 60 }
    stored = {
      ...stored,
      ...others,
      isNewsletter,
      distributor: distributor ?? null,
      ...(isMoved && { pendingUsername: username }),
      ...(isCalled && { pendingPhone }),
    }
    return stored
  },
  updateCurrentUserPassword({ body: { oldPassword } }) {
    if (oldPassword !== password) throw new AppError('incorrect.password', { invalidField: 'oldPassword' })
    return {}
  },
} satisfies FakeCalls['user']
const contact: FakeCalls['contact'] = {
  resendUsernameLink: () => stored,
  cancelUsername: () => (stored = { ...stored, pendingUsername: null }),
  confirmPhone({ body: { code } }) {
    if (code !== '123456') throw new AppError('code.invalid.error', { invalidField: 'code' })
    const { phonePrefix = '', phoneNumber = '' } = stored.pendingPhone ?? {}
    return (stored = { ...stored, phonePrefix, phoneNumber, pendingPhone: null })
  },
}
const calls: FakeCalls = {
  user,
  contact,
  session: { getOwn: () => [sessionAt(1, { isCurrent: true }), sessionAt(2)] },
  authentication: { login: () => sessionOf('marketing') },
  locale: { setLocale: () => ({}) },
}

beforeEach(() => {
  stored = profile
})

describe('a profile', () => {
  const w = words.en
  const main = page.getByRole('main')
  const field = (label: string) => main.getByLabelText(label, { exact: true })
  const save = main.getByRole('button', { name: w.save, exact: true })

  async function open() {
    const app = await openApp('/profile', { as: 'marketing', calls })
    await expect.element(field(w.firstname)).toHaveValue(stored.firstname)
    return app
  }

  it('is saved, and asks before changes are lost [T9]', async () => {
    const { address } = await open()
    await expect.element(page.getByText(w.thisBrowser)).toBeVisible()
    await expectNoAxeFindings('profile')
    await field(w.firstname).fill('Adélaïde')
    await page.getByRole('link', { name: w.dashboard }).click()
    await page.getByRole('alertdialog', { name: w.leaveWithoutSaving }).getByRole('button', { name: w.cancel }).click()
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
    await save.click()
    await expect.element(page.getByText(w.saved)).toBeVisible()
    expect(address()).toBe('/profile')
    expect(stored.firstname).toBe('Adélaïde')
    await page.getByRole('link', { name: w.dashboard }).click()
    await expect.poll(address).toBe('/')
  })

  it('asks for the password when the address changes, and then waits for the mailed link', { tags: 'rest' }, async () => {
    await open()
    await expect.element(field(w.currentPassword)).not.toBeInTheDocument()
    await field(w.email).fill('moved@example.com')
    await save.click()
    await expect.element(main.getByText(w.mandatory)).toBeVisible()
    await field(w.currentPassword).fill('not my password')
    await save.click()
    await expect.element(main.getByText(w.wrongPassword)).toBeVisible()
    await expectNoAxeFindings('password for a new address')
    await field(w.currentPassword).fill(password)
    await save.click()
    await expect.element(main.getByText(w.confirmAddress)).toBeVisible()
    await expect.element(main.getByText('moved@example.com')).toBeVisible()
    await expect.element(field(w.email)).toHaveValue(profile.username)
    await expect.element(field(w.currentPassword)).not.toBeInTheDocument()
    await expect.element(main.getByRole('button', { name: w.keepAddress })).toBeVisible()
    await expect.element(main.getByRole('button', { name: w.sendLinkAgain })).toBeVisible()
    await expectNoAxeFindings('address that waits')
    await main.getByRole('button', { name: w.sendLinkAgain }).click()
    await expect.element(page.getByText(w.linkSentAgain)).toBeVisible()
    // Cancelling the change of address keeps unsaved changes.
    await field(w.lastname).fill('Köhler-Braun')
    await main.getByRole('button', { name: w.keepAddress }).click()
    await expect.element(main.getByText(w.confirmAddress)).not.toBeInTheDocument()
    await expect.element(field(w.lastname)).toHaveValue('Köhler-Braun')
    await expect.element(field(w.email)).toHaveValue(profile.username)
  })

  it('changes the phone number by the code sent to the new one', { tags: 'rest' }, async () => {
    await open()
    await field(w.phone).fill('6 39 98 01 11')
    await field(w.currentPassword).fill(password)
    await save.click()
    const dialog = page.getByRole('dialog', { name: w.confirmPhone })
    await expect.element(dialog.getByText(w.nextCode)).toBeVisible()
    await expectNoAxeFindings('code for a new phone')
    await dialog.getByRole('button', { name: w.later }).click()
    await expect.element(field(w.phone)).toHaveValue(profile.phoneNumber)
    await expectNoAxeFindings('phone that waits')
    await main.getByRole('button', { name: w.enterCode }).click()
    await dialog.getByLabelText(w.code, { exact: true }).fill('000000')
    await dialog.getByRole('button', { name: w.confirm, exact: true }).click()
    await expect.element(dialog.getByText(w.wrongCode)).toBeVisible()
    await dialog.getByLabelText(w.code, { exact: true }).fill('123456')
    await dialog.getByRole('button', { name: w.confirm, exact: true }).click()
    await expect.element(page.getByText(w.phoneChanged)).toBeVisible()
    await expect.element(field(w.phone)).toHaveValue('6 39 98 01 11')
  })

  it('shows errors on their fields, and saves the longest names in any script without scrolling sideways', { tags: 'rest' }, async () => {
    await page.viewport(390, 844)
    await open()
    expect(await errorOf(field(w.lastname), awkwardTexts.tooLong, save)).toBe(w.tooLong)
    for (const typed of [awkwardTexts.nul, awkwardTexts.turned]) expect(await errorOf(field(w.lastname), typed, save)).toBe(w.unusable)
    expect(await errorOf(field(w.email), awkwardTexts.script, save)).toBe(w.badAddress)
    await field(w.email).fill(profile.username)
    const firstname = `${awkwardTexts.rightToLeft} ${awkwardTexts.emoji} ${awkwardTexts.script}`
    await field(w.firstname).fill(firstname)
    await field(w.lastname).fill('W'.repeat(250))
    await save.click()
    await expect.element(page.getByText(w.saved)).toBeVisible()
    await open()
    await expect.element(field(w.firstname)).toHaveValue(firstname)
    await expect.element(field(w.lastname)).toHaveValue('W'.repeat(250))
    expectNoOverflow()
  })

  it('of a customer has no axe finding, nor has their menu', { tags: 'rest' }, async () => {
    await openApp('/profile', { as: 'customer', calls: { ...createCustomer().calls, ...calls } })
    await expect.element(page.getByText(w.thisBrowser)).toBeVisible()
    await expectNoAxeFindings('profile of a customer')
    await page.getByRole('button', { name: w.account }).click()
    await expect.element(page.getByRole('menuitem').first()).toBeVisible()
    await expectNoAxeFindings('menu of a customer')
  })

  it('changes the password in the menu, given the current one [T44]', { tags: 'rest' }, async () => {
    await open()
    await page.getByRole('button', { name: w.account }).click()
    await expectNoAxeFindings('menu')
    await page.getByRole('menuitem', { name: w.changePassword }).click()
    const dialog = page.getByRole('dialog', { name: w.changePassword })
    const fill = async (old: string) => {
      await dialog.getByLabelText(w.currentPassword).fill(old)
      await dialog.getByLabelText(w.newPassword, { exact: true }).fill('neuf-cerises-au-miel')
      await dialog.getByLabelText(w.repeat).fill('neuf-cerises-au-miel')
      await userEvent.keyboard('{Enter}')
    }
    await fill('not-my-password')
    await expect.element(dialog.getByText(w.wrongPassword)).toBeVisible()
    await expect.element(page.getByText(w.passwordFailed)).toBeVisible()
    expect(toast.getToasts().at(-1)).toMatchObject({ duration: toastLongMs })
    await expectNoAxeFindings('password')
    await fill(password)
    await expect.element(page.getByText(w.changed)).toBeVisible()
    expect(toast.getToasts()[0]).toMatchObject({ duration: toastLongMs })
    await expect.element(dialog).not.toBeInTheDocument()
  })
})
