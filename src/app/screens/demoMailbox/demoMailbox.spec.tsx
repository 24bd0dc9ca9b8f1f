import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { openApp } from '../../../../tests/component/render.tsx'

const sent = { channel: 'mail', recipient: 'newcustomer@example.com', html: null, sentAt: '2026-11-21T10:00:00.000Z' } as const
const link = `${location.origin}/changePassword/abc`
const getAll = () => [
  { ...sent, id: 2, channel: 'sms' as const, recipient: '+33639980004', subject: null, text: '123456' },
  { ...sent, id: 1, subject: 'Choose a new password', text: `Follow ${link}` },
]

it('shows what was sent, the newest open, with its link [T6]', async () => {
  await openApp('/demoMailbox', { calls: { demoMailbox: { getAll } } })
  await expect.element(page.getByText('123456')).toBeVisible()
  await page.getByRole('button').filter({ hasText: 'newcustomer@example.com' }).click()
  await expect.element(page.getByRole('link', { name: /\/changePassword\// })).toHaveAttribute('href', '/changePassword/abc')
  await expect.element(page.getByText('123456')).not.toBeInTheDocument()
  await expectNoAxeFindings('mailbox')
})
