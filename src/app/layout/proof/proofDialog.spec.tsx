// @module-tag rest
/** What people meet who do something that wants fresh proof (contract/effects.ts), a while after they signed in. */
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoOverflow, phonePrefixes } from '../../../../tests/component/accountForms.ts'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import type { FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { fakePasskeys, passkeyRequest, signature } from '../../../../tests/component/passkeys.ts'
import { configuration } from '../../../../tests/component/answers.ts'
import { shownUser } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { roles } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'
import { sessionStore } from '../../api/sessionStore.ts'
import type { ProofKind } from './ProofDialog.tsx'

const w = { save: 'Save', role: 'Role' } as const
const main = page.getByRole('main')

type Opened = { kinds?: readonly ProofKind[]; isProofOld?: boolean; session?: FakeCalls['session']; update?: () => void }

/** The form of a user, whose role is changed and sent. */
async function sendRole({ kinds = ['password'], isProofOld = true, session = {}, update }: Opened = {}) {
  const beginProof = () => ({ kinds: [...kinds], passkey: kinds.includes('passkey') ? passkeyRequest('own') : null })
  const { seen } = await openApp('/user/edit/4', {
    as: 'admin',
    isProofOld,
    calls: {
      configuration: { get: () => ({ ...configuration, passkeyOrigin: location.origin }) },
      user: {
        get: () => shownUser(),
        getPhonePrefixes: () => [...phonePrefixes],
        update: ({ params }) => {
          update?.()
          return params
        },
      },
      role: { getAll: () => roles.map((id) => ({ id, tostring: id })) },
      betaGroup: { getAll: () => [] },
      session: { beginProof, prove: () => ({}), ...session },
    },
  })
  await main.getByLabelText(w.role).selectOptions('ROLE_BE')
  await main.getByRole('button', { name: w.save }).click()
  const named = (name: string) => seen.filter((call) => call.name === name).map(({ parts }) => parts)
  return { named, dialog: page.getByRole('dialog', { name: 'Confirm that it is you' }) }
}

afterEach(() => sessionStore.end())

describe('a password', () => {
  it('is asked for before the form is sent, by the keyboard, and the form goes on', async () => {
    const { named, dialog } = await sendRole()
    await expect.element(dialog).toBeVisible()
    expect(named('user.update')).toEqual([])
    await expectNoAxeFindings('fresh proof by the password')
    await expect.element(dialog.getByLabelText('Password', { exact: true })).toHaveFocus()
    await userEvent.keyboard('kf82mwqz9{Enter}')
    await expect.poll(() => named('user.update')).toMatchObject([{ body: { role: 'ROLE_BE' } }])
    expect(named('session.prove')).toMatchObject([{ body: { proof: { kind: 'password', password: 'kf82mwqz9' } } }])
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('may be refused: nothing is sent, and what was chosen stays', async () => {
    await page.viewport(390, 844)
    const { named, dialog } = await sendRole()
    await expect.element(dialog).toBeVisible()
    expectNoOverflow()
    await userEvent.keyboard('{Escape}')
    await expect.element(main.getByText('Nothing was sent.')).toBeVisible()
    await expect.element(main.getByLabelText(w.role)).toHaveValue('ROLE_BE')
    expect(named('user.update')).toEqual([])
    await main.getByRole('button', { name: w.save }).click()
    await expect.element(dialog).toBeVisible()
  })
})

it('says that the password is wrong, and asks again', async () => {
  let isRight = false
  const prove = () => {
    if (!isRight) throw new AppError('incorrect.password', { invalidField: 'password' })
    return {}
  }
  const { named, dialog } = await sendRole({ session: { prove } })
  await expect.element(dialog.getByLabelText('Password', { exact: true })).toHaveFocus()
  await userEvent.keyboard('wrong{Enter}')
  await expect.element(dialog.getByText('Incorrect password')).toBeVisible()
  isRight = true
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => named('user.update')).toHaveLength(1)
})

describe('a factor', () => {
  it('is a passkey first, and another one by choice', async () => {
    const dialogs = fakePasskeys()
    const { named, dialog } = await sendRole({ kinds: ['passkey', 'totp', 'recoveryCode'] })
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await expect.poll(() => dialogs.length).toBe(1)
    dialogs[0]?.close()
    await expect.element(dialog.getByText('The passkey was not used. Please try again.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await expect.poll(() => dialogs.length).toBe(2)
    dialogs[1]?.sign()
    await expect.poll(() => named('user.update')).toHaveLength(1)
    expect(named('session.prove')).toMatchObject([{ body: { proof: { kind: 'passkey', signature } } }])
  })

  it('is the code of an app', async () => {
    const { named, dialog } = await sendRole({ kinds: ['totp', 'recoveryCode'] })
    await expect.element(dialog).toBeVisible()
    await expectNoAxeFindings('fresh proof by a code')
    await userEvent.keyboard('123 456{Enter}')
    await expect.poll(() => named('user.update')).toHaveLength(1)
    expect(named('session.prove')).toMatchObject([{ body: { proof: { kind: 'totp', code: '123456' } } }])
  })

  it('is a recovery code', async () => {
    const { named, dialog } = await sendRole({ kinds: ['totp', 'recoveryCode'] })
    await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
    await dialog.getByLabelText('Recovery code').fill('4t7k-00aa-bbcc-ddee')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => named('session.prove')).toMatchObject([{ body: { proof: { kind: 'recoveryCode', code: '4T7K00AABBCCDDEE' } } }])
  })
})

it('asks nobody who has just signed in, and once where the server knows better', async () => {
  let refusals = 1
  const update = () => {
    refusals -= 1
    if (refusals >= 0) throw new AppError('proof.required.error')
  }
  const { named, dialog } = await sendRole({ isProofOld: false, update })
  await expect.element(dialog).toBeVisible()
  expect(named('user.update')).toHaveLength(1)
  await userEvent.keyboard('kf82mwqz9{Enter}')
  await expect.poll(() => named('user.update')).toHaveLength(2)
})
