import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { drawComponent } from '../../../../tests/component/render.tsx'
import { Confirm } from './Confirm.tsx'

it('focuses Cancel first, and Escape cancels', async () => {
  const onClose = vi.fn<() => void>()
  await drawComponent(
    <Confirm isOpen onClose={onClose} onConfirm={() => {}} title="Delete firmware 5.2?" description="It can be undone." action="Delete" />,
  )
  await expect.element(page.getByRole('alertdialog', { name: 'Delete firmware 5.2?' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
