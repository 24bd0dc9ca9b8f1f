// @module-tag rest
/** Staff prepare a user's data for them, and delete an account for good, for people who ask. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoOverflow } from '../../../../../tests/component/accountForms.ts'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import type { FakeCalls } from '../../../../../tests/component/fakeApi.ts'
import { dueAt } from '../../../../../tests/component/leaving.ts'
import { chooseAction, recordMenu } from '../../../../../tests/component/recordMenu.ts'
import { shownUser } from '../../../../../tests/component/records.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import type { ShownUser } from '../../../../contract/userStaff.ts'

const w = {
  prepare: 'Prepare their data',
  erase: 'Delete all data',
  question: 'Delete Marc Delaunay and all their data?',
  facts: /First make sure that it is Marc Delaunay who asks for it\. They get an email, and have 7 days to change their mind\./,
  pending: /This account and its data will be deleted for good on 04\/12\/2026/,
  keep: 'Keep the account',
} as const
const main = page.getByRole('main')
const answer = { exports: [], deletion: null }

function createUser(others: Partial<ShownUser> = {}): FakeCalls {
  let stored = shownUser(others)
  const change = (deletionAt: string | null) => {
    stored = { ...stored, deletionAt }
    return answer
  }
  return {
    user: { get: () => stored },
    leaving: {
      requestExportForUser: () => answer,
      requestDeletionForUser: () => change(dueAt),
      cancelDeletionForUser: () => change(null),
    },
  }
}

const open = (others: Partial<ShownUser> = {}) => openApp('/user/show/4', { as: 'admin', calls: createUser(others) })

describe('a user who leaves', () => {
  it('gets an archive of their data by a question to staff [T883]', async () => {
    const { sent } = await open()
    await chooseAction(w.prepare)
    const question = page.getByRole('alertdialog', { name: 'Prepare the data of Marc Delaunay?' })
    await question.getByRole('button', { name: 'Prepare', exact: true }).click()
    await expect.element(page.getByText('The archive is being prepared').first()).toBeVisible()
    expect(sent('leaving.requestExportForUser')).toMatchObject([{ params: { id: 4 } }])
  })

  it('is deleted for good after a question, with a date in sight until then, and kept by a button [T884]', async () => {
    await open()
    await chooseAction(w.erase)
    const question = page.getByRole('alertdialog', { name: w.question })
    await expect.element(question.getByText(w.facts)).toBeVisible()
    await expectNoAxeFindings('the question before all data are deleted')
    await question.getByRole('button', { name: w.erase }).click()
    await expect.element(main.getByText(w.pending)).toBeVisible()
    await page.viewport(390, 844)
    expectNoOverflow()
    await expectNoAxeFindings('a user who will be deleted')
    await main.getByRole('button', { name: w.keep }).click()
    await expect.element(main.getByText(w.pending)).not.toBeInTheDocument()
    await expect.element(page.getByText('The account stays').first()).toBeVisible()
  })

  it('is deleted for good also where the account is deleted already [T885]', async () => {
    await open({ isDeleted: true, mayEdit: true })
    await expect.element(main.getByText('The data of this deleted account are kept.')).toBeVisible()
    await main.getByRole('button', { name: w.erase }).click()
    const question = page.getByRole('alertdialog', { name: w.question })
    await expect.element(question.getByText(/Their account is deleted already, so they get no email/)).toBeVisible()
    await question.getByRole('button', { name: w.erase }).click()
    await expect.element(main.getByText(w.pending)).toBeVisible()
  })
})

it('a user whose deletion has begun cannot be kept', async () => {
  await openApp('/user/show/4', { as: 'admin', calls: createUser({ deletionAt: dueAt, deletionHasBegun: true }) })
  await expect.element(main.getByText('This account and its data are being deleted for good.')).toBeVisible()
  await expect.element(main.getByRole('button', { name: w.keep })).not.toBeInTheDocument()
})

it('the back office prepares data, sees when an account will be deleted, and deletes none', async () => {
  await openApp('/user/show/4', { as: 'backoffice', calls: createUser({ deletionAt: dueAt, mayRemove: false }) })
  await expect.element(main.getByText(w.pending)).toBeVisible()
  await expect.element(main.getByRole('button', { name: w.keep })).not.toBeInTheDocument()
  await recordMenu().click()
  await expect.element(main.getByRole('menuitem', { name: w.prepare })).toBeVisible()
  await expect.element(main.getByRole('menuitem', { name: w.erase })).not.toBeInTheDocument()
})
