// @module-tag rest
/** Staff reset the second factors of somebody who has lost them. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoOverflow } from '../../../../tests/component/accountForms.ts'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import type { FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { shownUser } from '../../../../tests/component/records.ts'
import { chooseAction, recordMenu } from '../../../../tests/component/recordMenu.ts'
import { openApp, type Person, sessionOf } from '../../../../tests/component/render.tsx'
import type { ShownUser } from '../../../contract/userStaff.ts'
import { AppError } from '../../../errors.ts'

const w = {
  reset: 'Reset second factors',
  question: 'Reset the second factors of Marc Delaunay?',
  check: 'First make sure that it is Marc Delaunay who asks for it.',
  customer: 'Until they add a new second factor, they sign in without one.',
  reason: 'Reason',
} as const
const main = page.getByRole('main')

/** A user with two second factors, until they are reset. */
function createUser(others: Partial<ShownUser> = {}): FakeCalls {
  let stored = shownUser({ secondFactors: 2, ...others })
  let reason: string | null = null
  const by = { id: 1, tostring: 'Ada Martin' }
  return {
    user: { get: () => stored },
    secondFactor: {
      reset({ body }) {
        stored = { ...stored, secondFactors: 0 }
        reason = body.reason
        return { id: body.userId }
      },
    },
    audit: {
      getForRecord: () =>
        reason === null ? [] : [{ id: 1, date: '2026-11-25T10:00:00.000Z', action: 'resetFactors', by, before: null, after: { reason } }],
    },
  }
}

describe('resetting second factors', () => {
  const dialog = page.getByRole('dialog', { name: w.question })

  it('asks for a reason, says what follows, and shows both in the history', async () => {
    const { sent } = await openApp('/user/show/4', { as: 'admin', calls: createUser() })
    await chooseAction(w.reset)
    for (const text of [w.check, w.customer, 'Both of you get it by email']) await expect.element(dialog.getByText(text)).toBeVisible()
    await expect.element(dialog.getByLabelText(w.reason)).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByText('This field is required')).toBeVisible()
    await expectNoAxeFindings('a reset of second factors')
    await page.viewport(390, 844)
    expectNoOverflow()
    await dialog.getByLabelText(w.reason).fill('Phone lost')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(main.getByText('Reason: Phone lost')).toBeVisible()
    await expect.element(page.getByText('Second factors reset').first()).toBeVisible()
    await recordMenu().click()
    await expect.element(main.getByRole('menuitem', { name: 'Reset password' })).toBeVisible()
    await expect.element(main.getByRole('menuitem', { name: w.reset })).not.toBeInTheDocument()
    expect(sent('secondFactor.reset')).toMatchObject([{ body: { userId: 4, reason: 'Phone lost' } }])
  })

  it('of staff says that they add a new one', async () => {
    await openApp('/user/show/4', { as: 'admin', calls: createUser({ role: 'ROLE_BE' }) })
    await chooseAction(w.reset)
    await expect.element(dialog.getByText('They add a new second factor at their next sign-in.')).toBeVisible()
    await expect.element(dialog.getByText(w.customer)).not.toBeInTheDocument()
  })
})

it('the back office may reset those of a customer', async () => {
  await openApp('/user/show/4', { as: 'backoffice', calls: createUser() })
  await chooseAction(w.reset)
  await expect.element(page.getByRole('dialog', { name: w.question })).toBeVisible()
})

it.each<[string, Person, Partial<ShownUser>]>([
  ['somebody who may not edit the user', 'backoffice', { mayEdit: false, mayRemove: false }],
  ['marketing', 'marketing', { mayRemove: false }],
])('%s has no menu with the reset', async (_, as, user) => {
  await openApp('/user/show/4', { as, calls: createUser(user) })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Marc Delaunay' })).toBeVisible()
  await expect.element(recordMenu()).not.toBeInTheDocument()
})

it('the reset is not offered to somebody for their own account', async () => {
  const own = sessionOf('admin').id + 1
  await openApp('/user/show/4', { as: 'admin', calls: createUser({ id: own }) })
  expect(sessionOf('admin').id).toBe(own)
  await recordMenu().click()
  await expect.element(main.getByRole('menuitem', { name: 'Reset password' })).toBeVisible()
  await expect.element(main.getByRole('menuitem', { name: w.reset })).not.toBeInTheDocument()
})

it('a refused reset keeps the reason; one that somebody else made closes the dialog', async () => {
  let code: 'service.unavailable.error' | 'resource.not.found' = 'service.unavailable.error'
  const reset = () => {
    throw new AppError(code)
  }
  const { audit, user } = createUser()
  await openApp('/user/show/4', { as: 'admin', calls: { audit, user, secondFactor: { reset } } })
  await chooseAction(w.reset)
  const dialog = page.getByRole('dialog', { name: w.question })
  await dialog.getByLabelText('Reason').fill('Phone lost')
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('The server is busy')
  await expect.element(dialog.getByLabelText('Reason')).toHaveValue('Phone lost')
  code = 'resource.not.found'
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('Resource not found')).toBeVisible()
})
