/** The link in mails about updates, for people who are not signed in, and the same choice in the profile. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { callsOfAllScreens } from '../../../../tests/component/everyScreen.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { AppError } from '../../../errors.ts'
import { chooseLocale, shownLocale } from '../../i18n/i18n.ts'

/** As long as a real one: the contract's schema accepts no other length. */
const token = 'x'.repeat(43)
const path = `/unsubscribe/${token}`

const refuse = () => {
  throw new AppError('mail.link.invalid.error')
}

const stopped = 'You will not receive these emails any more'

describe('mails about updates', () => {
  const button = page.getByRole('button', { name: 'Stop these emails' })

  it('are switched off by one press, in their language, and not before [T970]', async () => {
    const calls = { updateMails: { check: () => ({ isOn: true, locale: 'en' as const }), switchOff: () => ({}) } }
    const { sent } = await openApp(path, { calls, locale: 'fr' })
    await expect.element(button).toBeVisible()
    expect(shownLocale()).toBe('en')
    await expectNoAxeFindings('before mails are switched off')
    expect(sent('updateMails.switchOff')).toEqual([])
    await button.click()
    await expect.element(page.getByText(stopped)).toBeVisible()
    await expect.element(page.getByText(/again in your profile/)).toBeVisible()
    await expect.element(button).not.toBeInTheDocument()
    expect(sent('updateMails.switchOff')).toMatchObject([{ params: { token }, body: { 'List-Unsubscribe': 'One-Click' } }])
  })

  it('that are off already need no press', async () => {
    await openApp(path, { calls: { updateMails: { check: () => ({ isOn: false, locale: 'en' as const }) } } })
    await expect.element(page.getByText(stopped)).toBeVisible()
    await expect.element(button).not.toBeInTheDocument()
  })

  it('cannot be switched off by a link that was not copied whole [T971]', async () => {
    await openApp('/unsubscribe/abc', { calls: { updateMails: { check: refuse } } })
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expect.element(button).not.toBeInTheDocument()
    await expectNoAxeFindings('a link that does not work')
  })

  it('are switched off and on in the profile, at once [T972]', async () => {
    let isOn = true
    const calls = {
      updateMails: {
        getOwn: () => ({ isOn }),
        saveOwn: ({ body }: { body: { isOn: boolean } }) => {
          isOn = body.isOn
          return body
        },
      },
    }
    await openApp('/profile', { as: 'customer', calls: [callsOfAllScreens(), calls] })
    const box = page.getByRole('checkbox', { name: /^Write to me/ })
    await expect.element(box).toBeChecked()
    await box.click()
    await expect.element(page.getByText(stopped)).toBeVisible()
    await expect.element(box).not.toBeChecked()
    expect(isOn).toBe(false)
    await box.click()
    await expect.element(box).toBeChecked()
    expect(isOn).toBe(true)
  })
})

it('lead back to a portal in the language that was chosen in this browser [T1065]', async () => {
  await chooseLocale('fr')
  onTestFinished(() => localStorage.clear())
  const updateMails = { check: () => ({ isOn: true, locale: 'en' as const }) }
  await openApp(path, { as: 'customer', calls: [callsOfAllScreens(), { updateMails }], locale: 'fr' })
  await page.getByRole('link', { name: 'Go to your profile' }).click()
  await expect.poll(shownLocale).toBe('fr')
})
