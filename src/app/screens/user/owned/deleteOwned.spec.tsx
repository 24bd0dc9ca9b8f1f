// @module-tag rest
/** Staff delete a user's detectors and coils on the user's page. */
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import type { FakeCalls } from '../../../../../tests/component/fakeApi.ts'
import { shownCoil, shownDetector, shownUser } from '../../../../../tests/component/records.ts'
import { openApp, type Person } from '../../../../../tests/component/render.tsx'
import type { ShownUser } from '../../../../contract/userStaff.ts'
import { AppError } from '../../../../errors.ts'

const w = {
  detectors: 'Products',
  coils: 'Coils of WS6 Master 0A 1B 2C 3D 4E',
  remove: 'Delete',
  done: ['Detector deleted', 'Coil deleted'],
} as const

let shown: ShownUser
let removed: { readonly detectors: Set<number>; readonly coils: Set<number> }
const change = (set: Set<number>, how: 'add' | 'delete') => (parts: { params: { id: number } }) => {
  set[how](parts.params.id)
  return { id: parts.params.id }
}

beforeEach(() => {
  removed = { detectors: new Set(), coils: new Set() }
  shown = shownUser({
    userProducts: [shownDetector({ id: 11 }), shownDetector({ id: 12, serialNumberFormatted: '00 00 00 00 12' })],
    accessories: [shownCoil({ id: 22, userProductId: 11, name: '22 B0 00 02', serialNumberFormatted: '22 B0 00 02' })],
  })
})

function calls(own: FakeCalls = {}): FakeCalls {
  return {
    user: {
      get: () => ({
        ...shown,
        userProducts: shown.userProducts.filter(({ id }) => !removed.detectors.has(id)),
        accessories: shown.accessories.filter(({ id }) => !removed.coils.has(id)),
      }),
    },
    userProduct: { delete: change(removed.detectors, 'add'), restore: change(removed.detectors, 'delete') },
    accessory: { delete: change(removed.coils, 'add'), restore: change(removed.coils, 'delete') },
    ...own,
  }
}
const open = (as: Person, own: FakeCalls = {}) => openApp('/user/show/4', { as, calls: calls(own) })
const list = (name: string) => page.getByRole('list', { name })
const bin = (name: string) => page.getByRole('main').getByRole('button', { name: `${w.remove} ${name}`, exact: true })

it('a detector goes after a question that names it, and comes back by Undo [T76]', async () => {
  const { sent } = await open('backoffice')
  await bin('WS6 Master 0A 1B 2C 3D 4E').click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete detector WS6 Master 0A 1B 2C 3D 4E of Marc Delaunay?' })
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await expectNoAxeFindings('the question before a detector is deleted')
  await dialog.getByRole('button', { name: w.remove }).click()
  await expect.element(page.getByText(w.done[0])).toBeVisible()
  await expect.element(list(w.detectors).getByRole('heading', { level: 2 })).toHaveLength(1)
  await expect.element(list(w.detectors)).toHaveFocus()
  expect(sent('userProduct.delete')).toMatchObject([{ params: { id: 11 } }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('Restored')).toBeVisible()
  await expect.element(list(w.detectors).getByRole('heading', { level: 2 })).toHaveLength(2)
  expect(sent('userProduct.restore')).toMatchObject([{ params: { id: 11 } }])
})

it('the last coil stays after Cancel and Escape, goes after a yes, and the focus stays at its place [T77]', async () => {
  const { sent } = await open('admin')
  const button = bin('22 B0 00 02')
  const question = page.getByRole('alertdialog', { name: 'Delete coil 22 B0 00 02 of Marc Delaunay?' })
  await button.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(button).toHaveFocus()
  expect(sent('accessory.delete')).toEqual([])
  await button.click()
  await question.getByRole('button', { name: w.remove }).click()
  await expect.element(page.getByText(w.done[1])).toBeVisible()
  await expect.element(list(w.coils)).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.textContent).toBe('No coil yet.')
  await expectNoAxeFindings('a user without a coil')
})

it('what somebody else has deleted meanwhile is answered with the server’s message, and leaves the list', async () => {
  await open('admin', {
    accessory: {
      delete: ({ params: { id } }: { params: { id: number } }) => {
        removed.coils.add(id)
        throw new AppError('resource.not.found')
      },
    },
  })
  await bin('22 B0 00 02').click()
  await page.getByRole('alertdialog').getByRole('button', { name: w.remove }).click()
  await expect.element(page.getByText('Resource not found')).toBeVisible()
  await expect.element(list(w.coils)).not.toBeInTheDocument()
})

it.each<[string, Person, Partial<ShownUser>]>([
  ['to marketing', 'marketing', { mayEdit: false }],
  ['to the back office for a colleague', 'backoffice', { role: 'ROLE_MARKETTING', mayEdit: false }],
  ['for a deleted account', 'admin', { isDeleted: true }],
])('neither deleting nor correcting is offered %s', async (_, person, set) => {
  const used = { code: 'DEMO2026COIL00000001', codeUsedAt: '2026-11-01T10:00:00.000Z' }
  shown = { ...shown, accessories: shown.accessories.map((coil) => Object.assign({}, coil, used)), ...set }
  await open(person)
  await expect.element(list(w.coils)).toMatchTextContent('22 B0 00 02')
  await expect.element(list('Products').getByRole('button', { name: /^Delete/ })).not.toBeInTheDocument()
  await expect.element(list(w.coils).getByRole('button', { name: /^(?:Delete|Correct)/ })).not.toBeInTheDocument()
})
