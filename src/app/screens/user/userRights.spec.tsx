/** What the screens of users offer each role. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { listIsThere, rows } from '../../../../tests/component/list.ts'
import { shownUser, userRow } from '../../../../tests/component/records.ts'
import { readMenu } from '../../../../tests/component/recordMenu.ts'
import { openApp, type Person } from '../../../../tests/component/render.tsx'
import type { Allowed } from '../../../contract/table.ts'
import type { ShownUser } from '../../../contract/userStaff.ts'

const main = page.getByRole('main')

function open(path: string, as: Person, stored: ShownUser, allowed: Allowed) {
  const { id, firstname, lastname, username, mayEdit, mayRemove } = stored
  const table = fakeTable(() => [userRow(id, { firstname, lastname, username, mayEdit, mayRemove })], { allowed })
  return openApp(path, { as, calls: { user: { ...table, get: () => stored } } })
}

const log = 'Security log of this account'
const everything = [
  'View as customer',
  'Edit',
  'Delete',
  'Gift 3 months',
  'Gift 1 year',
  'Reset password',
  log,
  'Prepare their data',
  'Delete all data',
]
const onStaff = [...everything.filter((action) => action !== 'View as customer'), 'What they changed']
/** What an account needs now; the rest stands in the menu, in this order. */
const links = ['Edit', 'What they changed']
const buttons = ['Unlock', 'Resend validation', 'View as customer']
const menu = ['Verify', 'Gift 3 months', 'Gift 1 year', 'Reset password', log, 'Prepare their data', 'Delete', 'Delete all data']

const all: Allowed = { create: true, edit: true, remove: true }
const edits: Allowed = { create: false, edit: true, remove: false }
const none: Allowed = { create: false, edit: false, remove: false }

/** What the server allows each role (server/accounts/userRights.test.ts), and what the screens then offer. */
describe.each<[Person, string, Allowed, Partial<ShownUser>, readonly string[]]>([
  ['admin', 'somebody else', all, { mayEdit: true, mayRemove: true }, everything],
  ['admin', 'themselves', all, { mayEdit: true, mayRemove: false }, everything.filter((action) => !action.startsWith('Delete'))],
  ['backoffice', 'a customer', edits, { mayEdit: true, mayRemove: false }, ['View as customer', 'Edit', 'Prepare their data']],
  ['backoffice', 'staff', edits, { role: 'ROLE_BE', mayEdit: false, mayRemove: false }, []],
  ['marketing', 'anybody', none, { mayEdit: false, mayRemove: false }, []],
  ['admin', 'a member of staff', all, { role: 'ROLE_BE' }, onStaff],
  [
    'admin',
    'a blocked account that was never verified',
    all,
    { accountValidated: false, accountLocked: true, mayRenew: false },
    ['Edit', 'Delete', 'Reset password', 'Resend validation', 'Verify', 'Unlock', log, 'Prepare their data', 'Delete all data'],
  ],
])('%s on %s', (person, whom, mayDo, rights, offered) => {
  it(
    'offers only what they may do, in the list and on the user’s screen [T10]',
    { tags: whom === 'a customer' ? [] : 'rest' },
    async () => {
      const stored = shownUser(rights)
      await open('/user/index', person, stored, mayDo)
      await listIsThere()
      await expect.element(page.getByRole('link', { name: 'Add a user' })).toHaveLength(Number(mayDo.create))
      await expect.element(rows().getByRole('link', { name: /^Edit / })).toHaveLength(Number(offered.includes('Edit')))
      await expect.element(rows().getByRole('button', { name: /^Delete / })).toHaveLength(Number(offered.includes('Delete')))
      await rows().getByRole('link').first().click()
      await expect.element(page.getByRole('heading', { level: 1, name: stored.tostring })).toBeVisible()
      for (const action of [...links, ...buttons]) {
        const offer = main.getByRole(links.includes(action) ? 'link' : 'button', { name: action, exact: true })
        await expect.element(offer, { message: action }).toHaveLength(Number(offered.includes(action)))
      }
      expect(await readMenu()).toEqual(menu.filter((action) => offered.includes(action)))
    },
  )
})

it('marketing sees a user with their products, without any action [T283]', async () => {
  const stored = shownUser({ mayEdit: false, mayRemove: false })
  await open('/user/show/4', 'marketing', stored, none)
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Marc Delaunay')
  await expect.element(page.getByRole('list', { name: 'Products' })).toMatchTextContent('0A 1B 2C 3D 4E')
  expect(main.getByRole('button').elements()).toEqual([])
})
