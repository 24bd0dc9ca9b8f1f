// @module-tag rest
/** What a call may need besides what the user owns: notes, messages and sessions. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import type { FakeCalls } from '../../../../../tests/component/fakeApi.ts'
import { shownUser } from '../../../../../tests/component/records.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { sessionAt } from '../../../../../tests/component/sessions.ts'
import type { UserNote } from '../../../../contract/userSupport.ts'
import { AppError } from '../../../../errors.ts'

const main = page.getByRole('main')
const date = '2026-11-20T10:00:00.000Z'

const session = sessionAt(1, { method: null, deviceId: null })
const other = sessionAt(2, { method: null, deviceId: null, browser: null, system: null })
const messages = [
  { id: 'a', kind: 'validateAccount', date, outcome: 'refused', settledAt: date },
  { id: 'b', kind: 'smsCode', date, outcome: 'handedOver', settledAt: date },
] as const

const calls = (user: FakeCalls['user'] = {}): FakeCalls => ({
  user: {
    get: () => shownUser(),
    getMessages: () => [...messages],
    getSessions: () => [session, other],
    getNotes: () => [],
    ...user,
  },
})

const open = (title: string) => main.getByText(title, { exact: true }).click()

it('says which messages the account got, and what became of them [T766]', async () => {
  await openApp('/user/show/4', { as: 'backoffice', calls: calls() })
  await open('Mails and SMS')
  const rows = main.getByRole('list', { name: 'Mails and SMS' }).getByRole('listitem')
  await expect.element(rows.nth(0)).toMatchTextContent(/Link to validate the account.*Refused by the provider/)
  await expect.element(rows.nth(1)).toMatchTextContent(/SMS with a code to sign in.*Handed over/)
})

it('ends one session, and all of them after a question', async () => {
  let sessions = [session, other]
  const endSessions = ({ body }: { body: { sessionId?: string | undefined } }) => {
    sessions = body.sessionId === undefined ? [] : sessions.filter(({ id }) => id !== body.sessionId)
    return { id: 4 }
  }
  await openApp('/user/show/4', { as: 'backoffice', calls: calls({ getSessions: () => sessions, endSessions }) })
  await open('Sessions')
  const rows = main.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect.element(rows).toHaveLength(2)
  await main.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await main.getByRole('button', { name: /^Sign out Chrome on Windows/ }).click()
  await expect.element(rows).toHaveLength(1)
  await expect.element(rows).toMatchTextContent('Unknown browser')
  await main.getByRole('button', { name: /^Sign out Unknown browser/ }).click()
  await expect.element(main.getByText('Not signed in anywhere.')).toBeVisible()
})

it('keeps notes for colleagues, and what was typed where the server refuses one; asks before one is deleted', async () => {
  let notes: UserNote[] = []
  let isRefused = true
  const user: FakeCalls['user'] = {
    getNotes: () => notes,
    addNote({ body: { text } }) {
      if (isRefused) throw new AppError('not.authorized')
      notes = [{ id: 7, text, date, by: { id: 2, tostring: 'Back Office' }, mayRemove: true }, ...notes]
      return { id: 7 }
    },
    removeNote() {
      notes = []
      return { id: 7 }
    },
  }
  await openApp('/user/show/4', { as: 'backoffice', calls: calls(user) })
  await open('Notes by staff')
  await main.getByLabelText('New note').fill('Cable replaced.')
  await main.getByRole('button', { name: 'Add note' }).click()
  await expect.element(main.getByRole('alert')).toBeVisible()
  await expect.element(main.getByLabelText('New note')).toHaveValue('Cable replaced.')
  isRefused = false
  await main.getByRole('button', { name: 'Add note' }).click()
  await expect.element(main.getByRole('list', { name: 'Notes by staff' })).toMatchTextContent('Cable replaced.')
  await expect.element(main.getByLabelText('New note')).toHaveValue('')
  await main.getByRole('button', { name: /^Delete the note of/ }).click()
  await page.getByRole('alertdialog', { name: 'Delete this note?' }).getByRole('button', { name: 'Delete' }).click()
  await expect.element(main.getByText('No note yet.')).toBeVisible()
})

it('is not shown for an account that one may not edit', async () => {
  await openApp('/user/show/4', { as: 'backoffice', calls: calls({ get: () => shownUser({ mayEdit: false }) }) })
  await expect.element(main.getByRole('list', { name: 'Products' })).toBeVisible()
  await expect.element(main.getByText('Notes by staff')).not.toBeInTheDocument()
})

it('has no axe finding with everything open', async () => {
  await openApp('/user/show/4', { as: 'backoffice', calls: calls() })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Marc Delaunay' })).toBeVisible()
  for (const fold of main.getByRole('group').elements()) fold.querySelector('summary')?.click()
  await expect.element(main.getByRole('textbox')).toBeVisible()
  await expectNoAxeFindings('/user/show/4')
})
