// @module-tag rest
/** Adding a passkey and an authenticator app on the profile. Passkeys are made by Chromium's virtual authenticator. */
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoOverflow } from '../../../../tests/component/accountForms.ts'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { callsOfAllScreens } from '../../../../tests/component/everyScreen.ts'
import {
  codesOf,
  createFactors,
  factorWords as w,
  officeKey,
  otherAddress,
  passkeyCreation,
  passkeyOrigin,
} from '../../../../tests/component/factors.ts'
import { type FakeCalls, failing } from '../../../../tests/component/fakeApi.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { addAuthenticator } from '../../../../tests/component/virtualAuthenticator.ts'

const card = page.getByRole('region', { name: 'Second factors' })

async function open(own: FakeCalls = {}, first?: Parameters<typeof createFactors>[0]) {
  const { calls, factors } = createFactors(first)
  const app = await openApp('/profile', { as: 'customer', calls: [callsOfAllScreens(), calls, own] })
  await expect.element(card.getByRole('button', { name: w.addApp })).toBeVisible()
  return { ...app, factors }
}

describe('a passkey', () => {
  const dialog = page.getByRole('dialog', { name: w.addPasskey })

  it('is made by the keyboard alone, under the name of browser and system, and brings recovery codes', async () => {
    const { countPasskeys } = await addAuthenticator()
    const { factors, seen } = await open()
    card.getByRole('button', { name: w.addPasskey }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByLabelText(w.name)).toHaveValue('Chrome on Linux')
    await expect.element(dialog.getByLabelText(w.name)).toHaveFocus()
    await expectNoAxeFindings('a new passkey')
    await userEvent.keyboard('{Enter}')
    const codes = page.getByRole('dialog', { name: w.keep })
    await expect.element(codes.getByText(codesOf('A')[0] ?? '')).toBeVisible()
    await codes.getByRole('button', { name: w.kept }).click()
    await expect.element(card).toHaveFocus()
    await expect.element(card.getByRole('listitem')).toHaveLength(1)
    expect(await countPasskeys()).toBe(1)
    expect(factors()).toMatchObject([{ kind: 'passkey' }])
    const sent = seen.find(({ name }) => name === 'secondFactor.addPasskey')
    expect(sent?.parts).toMatchObject({ body: { passkey: { transports: ['internal'] } } })
  })

  it('that was cancelled is a hint, not an error, and can be tried again', async () => {
    const authenticatorSelection = { residentKey: 'preferred', userVerification: 'required' } as const
    const beginPasskey = () => ({ ...passkeyCreation, authenticatorSelection })
    await addAuthenticator({ isUserVerified: false })
    const { factors } = await open({ secondFactor: { beginPasskey } })
    await card.getByRole('button', { name: w.addPasskey }).click()
    await dialog.getByRole('button', { name: w.go }).click()
    await expect.element(dialog.getByText(w.cancelled)).toBeVisible()
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
    await expectNoAxeFindings('a cancelled passkey')
    await expect.element(dialog.getByRole('button', { name: w.go })).not.toHaveAttribute('aria-busy')
    expect(factors()).toEqual([])
  })

  it('cannot be made at another address: the right one is a link', async () => {
    await open(otherAddress)
    await expect.element(card.getByText(w.otherAddress)).toBeVisible()
    const link = card.getByRole('link', { name: passkeyOrigin })
    await expect.element(link).toHaveAttribute('href', passkeyOrigin + location.pathname)
    await expect.element(card.getByRole('button', { name: w.addPasskey })).not.toBeInTheDocument()
    await page.viewport(390, 844)
    expectNoOverflow()
  })

  it('cannot be made in a browser that knows none', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    await open()
    await expect.element(card.getByText(w.noPasskeys)).toBeVisible()
    await expect.element(card.getByRole('button', { name: w.addPasskey })).not.toBeInTheDocument()
    vi.unstubAllGlobals()
  })
})

it('a passkey besides another factor needs no codes, and a device takes only one', async () => {
  await addAuthenticator()
  const held: { id: string; type: 'public-key' }[] = []
  const { secondFactor } = createFactors({ factors: [officeKey] }).calls
  await open({
    secondFactor: {
      ...secondFactor,
      beginPasskey: () => ({ ...passkeyCreation, excludeCredentials: held }),
      addPasskey(parts) {
        held.push({ id: parts.body.passkey.id, type: 'public-key' })
        return secondFactor.addPasskey(parts)
      },
    },
  })
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByText('Passkey added')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(card.getByRole('button', { name: 'Add a passkey' })).toHaveFocus()
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('This device already holds a passkey for your account.')
})

it('a passkey has a name, and closing asks before it is lost', async () => {
  await open()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabelText('Name').fill('')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.element(dialog.getByText('This field is required')).toBeVisible()
  await dialog.getByLabelText('Name').fill('Blue key')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
})

describe('an authenticator app', () => {
  const dialog = page.getByRole('dialog', { name: w.addApp })
  const code = dialog.getByLabelText(w.code, { exact: true })

  it('is added by the code that it shows, after a wrong one', async () => {
    const { factors } = await open()
    await card.getByRole('button', { name: w.addApp }).click()
    await expect.element(code).toHaveFocus()
    await expect.element(dialog.getByRole('img')).toBeVisible()
    await expect.element(dialog.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
    await expectNoAxeFindings('an authenticator app')
    await userEvent.keyboard('000 000{Enter}')
    await expect.element(dialog.getByText(w.wrong)).toBeVisible()
    await expect.element(dialog.getByText(w.clock)).not.toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByText(w.clock)).toBeVisible()
    await expectNoAxeFindings('a second wrong code')
    await code.fill('123456')
    await userEvent.keyboard('{Enter}')
    await page.getByRole('dialog', { name: w.keep }).getByRole('button', { name: w.kept }).click()
    expect(factors()).toMatchObject([{ kind: 'totp', name: 'Phone' }])
  })

  it('copies its key without spaces, and where the setup is too old, begins anew with another key and keeps the name', async () => {
    const { answer, end } = failing(createFactors().calls.secondFactor.addTotp, 'factor.expired.error')
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { seen } = await open({ secondFactor: { addTotp: answer } })
    await card.getByRole('button', { name: w.addApp }).click()
    await expect.element(dialog.getByText('JBSW Y3DP')).toBeVisible()
    await dialog.getByRole('button', { name: 'Copy the key' }).click()
    await expect.element(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(writeText).toHaveBeenCalledWith('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')
    const before = dialog.getByRole('img').element().innerHTML
    await dialog.getByLabelText(w.name).fill('Tablet')
    await code.fill('123456')
    await dialog.getByRole('button', { name: w.add, exact: true }).click()
    await expect.element(dialog.getByText(w.renewed)).toBeVisible()
    await expect.element(dialog.getByText('KRSX G5CT')).toBeVisible()
    expect(dialog.getByRole('img').element().innerHTML).not.toBe(before)
    await expect.element(code).toHaveValue('')
    await expectNoAxeFindings('a setup that was too old')
    end()
    await code.fill('123456')
    await dialog.getByRole('button', { name: w.add, exact: true }).click()
    await expect.element(page.getByRole('dialog', { name: w.keep })).toBeVisible()
    const sent = seen.filter(({ name }) => name === 'secondFactor.addTotp').map(({ parts }) => parts)
    expect(sent).toMatchObject([{ body: { setup: 'setup1' } }, { body: { setup: 'setup2', name: 'Tablet' } }])
  })
})

it('on a phone, an authenticator app opens by a link, and nothing has to be scrolled sideways', async () => {
  await page.viewport(390, 844)
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 10; K) Chrome/143.0.0.0 Mobile Safari/537.36')
  await open()
  await card.getByRole('button', { name: 'Add an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await expect.element(dialog.getByRole('link')).toHaveAttribute('href', expect.stringMatching(/^otpauth:\/\/totp\//))
  await expect.element(dialog.getByLabelText('Code', { exact: true })).not.toHaveFocus()
  expectNoOverflow()
})
