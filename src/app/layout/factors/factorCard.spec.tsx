// @module-tag rest
/** The own second factors on the profile: the list, removing one, and the recovery codes that are left. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoOverflow } from '../../../../tests/component/accountForms.ts'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { callsOfAllScreens } from '../../../../tests/component/everyScreen.ts'
import { failing } from '../../../../tests/component/fakeApi.ts'
import { codesOf, createFactors, factorWords as w, officeKey, phone } from '../../../../tests/component/factors.ts'
import { beginView, viewedCustomerForEach, viewWords } from '../../../../tests/component/impersonation.ts'
import { openApp, type Person } from '../../../../tests/component/render.tsx'
import type { Factor } from '../../../contract/secondFactor.ts'
import { AppError } from '../../../errors.ts'

function refuseLast(): never {
  throw new AppError('factor.last.error')
}
const both: readonly Factor[] = [officeKey, phone]
const card = page.getByRole('region', { name: 'Second factors' })
const row = (name: string) => card.getByRole('listitem').filter({ hasText: name })

async function open(own: Parameters<typeof createFactors>[0], as: Person = 'customer') {
  const { calls, factors } = createFactors(own)
  const app = await openApp('/profile', { as, calls: [callsOfAllScreens(), calls] })
  await expect.element(card.getByRole('button', { name: w.addPasskey })).toBeVisible()
  return { ...app, factors }
}
async function remove(name: string) {
  await row(name)
    .getByRole('button', { name: w.remove(name) })
    .click()
  const question = page.getByRole('alertdialog', { name: w.removeQuestion(name) })
  await expect.element(question.getByRole('button', { name: w.cancel })).toHaveFocus()
  return question
}

describe('the own second factors', () => {
  it('are listed with kind, day and last use, on a phone too', async () => {
    await open({ factors: both, codesLeft: 8 })
    await expect.element(row('Office key')).toMatchTextContent(w.passkey)
    await expect.element(row('Phone')).toMatchTextContent(w.app)
    await expect.element(card.getByText(w.left)).toBeVisible()
    await expectNoAxeFindings('second factors')
    await page.viewport(390, 844)
    expectNoOverflow()
  })

  it('are removed after a question; the only one takes the recovery codes with it', async () => {
    const { factors } = await open({ factors: both })
    const question = await remove('Office key')
    expect(question.element()).not.toMatchTextContent(w.only)
    await question.getByRole('button', { name: w.removeAction }).click()
    await expect.element(row('Office key')).not.toBeInTheDocument()
    const last = await remove('Phone')
    await expect.element(last.getByText(w.only)).toBeVisible()
    await last.getByRole('button', { name: w.removeAction }).click()
    await expect.element(card.getByText(w.none)).toBeVisible()
    await expect.element(card.getByRole('button', { name: w.makeCodes })).not.toBeInTheDocument()
    expect(factors()).toEqual([])
  })

  it('keep their last one where a role needs it, and say why', async () => {
    await open({ factors: both, isRequired: true }, 'admin')
    await expect.element(card.getByText(w.needed)).not.toBeInTheDocument()
    await (await remove('Office key')).getByRole('button', { name: w.removeAction }).click()
    await expect.element(card.getByText(w.needed)).toBeVisible()
    await expect.element(row('Phone').getByRole('button')).not.toBeInTheDocument()
    await expectNoAxeFindings('the last second factor')
  })

  it('get new recovery codes after a question', async () => {
    await open({ factors: both, codesLeft: 0 })
    await expect.element(card.getByText(w.noneLeft)).toBeVisible()
    await card.getByRole('button', { name: w.makeCodes }).click()
    const question = page.getByRole('alertdialog', { name: w.makeQuestion })
    await expect.element(question.getByText(w.void)).toBeVisible()
    await question.getByRole('button', { name: w.makeAction }).click()
    const dialog = page.getByRole('dialog', { name: w.keep })
    for (const code of codesOf('B')) await expect.element(dialog.getByText(code)).toBeVisible()
    await dialog.getByRole('button', { name: w.kept }).click()
    await expect.element(card.getByText(w.noneLeft)).not.toBeInTheDocument()
  })
})

it('a removal that the server refuses says why, and the list shows what is left', async () => {
  const { calls } = createFactors({ factors: both })
  await openApp('/profile', { as: 'admin', calls: [callsOfAllScreens(), calls, { secondFactor: { remove: refuseLast } }] })
  await row('Phone').getByRole('button').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText('Your role requires a second factor.')).toBeVisible()
  await expect.element(row('Phone')).toBeVisible()
})

it('says that the list could not be loaded, and loads it again', async () => {
  const { calls } = createFactors({ factors: both })
  const { answer, end } = failing(calls.secondFactor.getOwn, 'internal.server.error')
  await openApp('/profile', { as: 'customer', calls: [callsOfAllScreens(), { secondFactor: { getOwn: answer } }] })
  await expect.element(card.getByText('This could not be loaded')).toBeVisible()
  await expect.element(card.getByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument()
  end()
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect.element(row('Phone')).toBeVisible()
})

const viewed = viewedCustomerForEach()

it('an administrator who views the portal as a customer sees the list and can change nothing', async () => {
  const { calls } = createFactors({ factors: [phone] })
  await openApp('/user/show/4', { as: 'admin', calls: [viewed().answers(), calls] })
  await beginView()
  await page.getByRole('button', { name: viewWords.account }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect.element(row('Phone')).toMatchTextContent(w.app)
  await expect.element(card.getByText('10 recovery codes left')).toBeVisible()
  expect(card.getByRole('button').elements()).toEqual([])
})
