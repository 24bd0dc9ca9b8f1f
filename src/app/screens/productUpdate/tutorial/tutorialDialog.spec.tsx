/** The tutorials in their dialog, where there is no room beside the page: turning their pages, ending and resuming them. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { closeChooser } from '../../../../../tests/component/webHid.ts'
import { createCustomer } from '../../../../../tests/component/customer.ts'
import { openApp } from '../../../../../tests/component/render.tsx'

const stepCounts = { 'Remote control': 9, WS6: 6, 'WSAII / WSAII-XL': 3 } as const
type Tab = keyof typeof stepCounts

const dialog = () => page.getByRole('dialog', { name: 'How to connect your detector' })
const opener = () => page.getByRole('button', { name: 'How to connect my detector' })

beforeEach(async () => {
  await page.viewport(1024, 720)
  // The browser's own device chooser would block the test.
  closeChooser()
})

async function openAsNewcomer(): Promise<void> {
  const { calls, updates } = createCustomer()
  updates.length = 0
  await openApp('/productUpdate/index', { as: 'customer', calls })
  await expect.element(dialog()).toBeVisible()
}

async function turnToLast(tab: Tab): Promise<void> {
  const last = stepCounts[tab]
  await dialog().getByRole('tab', { name: tab }).click()
  for (let number = 1; number < last; number += 1) {
    await expect.element(dialog().getByText(`${number} / ${last}`)).toBeVisible()
    await expect.element(dialog().getByRole('img')).toBeVisible()
    await dialog().getByRole('button', { name: 'Next' }).click()
  }
  await expect.element(dialog().getByText(`${last} / ${last}`)).toBeVisible()
}

it(
  'is shown to a user without updates; the last Next resets all tutorials, requests devices and closes [T111]',
  { tags: 'rest' },
  async () => {
    await openAsNewcomer()
    await turnToLast('WS6')
    await turnToLast('WSAII / WSAII-XL')
    await turnToLast('Remote control')
    await dialog().getByRole('tab', { name: 'WS6' }).click()
    await expect.element(dialog().getByText('6 / 6')).toBeVisible()
    await dialog().getByRole('button', { name: 'Previous' }).click()
    await expect.element(dialog().getByText('5 / 6')).toBeVisible()
    await dialog().getByRole('button', { name: 'Next' }).click()
    await dialog().getByRole('button', { name: 'Next' }).click()
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.poll(() => vi.mocked(navigator.hid.requestDevice).mock.calls.length).toBe(1)

    await opener().click()
    for (const [tab, last] of Object.entries(stepCounts)) {
      await dialog().getByRole('tab', { name: tab }).click()
      await expect.element(dialog().getByText(`1 / ${last}`)).toBeVisible()
    }
  },
)

it('Skip requests devices and closes, Escape only closes, and both keep the page [T112]', async () => {
  await openAsNewcomer()
  await expect.element(dialog()).toHaveFocus()
  const previous = dialog().getByRole('button', { name: 'Previous' })
  await expect.element(previous).toBeDisabled()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(dialog().getByText('2 / 9')).toBeVisible()
  await expect.element(previous).toBeEnabled()
  await userEvent.keyboard('{ArrowLeft}{ArrowRight}')
  await dialog().getByRole('button', { name: 'Skip' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.poll(() => vi.mocked(navigator.hid.requestDevice).mock.calls.length).toBe(1)

  await opener().click()
  await expect.element(dialog().getByText('2 / 9')).toBeVisible()
  await expect.element(dialog()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(opener()).toHaveFocus()
  expect(navigator.hid.requestDevice).toHaveBeenCalledOnce()
})

it('does not open by itself for a user with past updates [T113]', async () => {
  await openApp('/productUpdate/index', { as: 'customer', calls: createCustomer().calls })
  await expect.element(page.getByRole('region', { name: 'Past updates' }).getByRole('listitem').first()).toBeVisible()
  await expect.element(opener()).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

async function emulateMotion(value: 'reduce' | 'no-preference'): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
}

afterEach(() => emulateMotion('reduce'))

it('animates its drawing until the user stops it, and never with reduced motion', { tags: 'rest' }, async () => {
  await emulateMotion('no-preference')
  await openAsNewcomer()
  const drawing = dialog().getByRole('img', { name: 'Drawing: Charge the battery to more than half' })
  const movements = () => drawing.element().getAnimations({ subtree: true }).length
  await expect.poll(movements).toBeGreaterThan(0)
  await dialog().getByRole('button', { name: 'Stop the animation' }).click()
  await expect.poll(movements).toBe(0)
  await dialog().getByRole('button', { name: 'Play the animation' }).click()
  await expect.poll(movements).toBeGreaterThan(0)
  await emulateMotion('reduce')
  await expect.poll(movements).toBe(0)
  await expect.element(dialog().getByRole('button', { name: 'Stop the animation' })).not.toBeInTheDocument()
})

it('has no axe finding at the first and last step of each', { tags: 'rest' }, async () => {
  await openAsNewcomer()
  for (const tab of ['Remote control', 'WS6', 'WSAII / WSAII-XL'] as const) {
    await dialog().getByRole('tab', { name: tab }).click()
    await expectNoAxeFindings(`${tab}, first step`)
    await turnToLast(tab)
    await expectNoAxeFindings(`${tab}, last step`)
  }
  await expect.element(dialog()).toBeVisible()
})
