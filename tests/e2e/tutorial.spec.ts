import { createServer } from 'node:http'
import { once } from 'node:events'
import type { Locator, Page } from 'playwright/test'
import { startBuiltServer } from '../support/builtServer.ts'
import { axe } from './axe.ts'
import { expect, signIn, test } from './portal.ts'

const stepCounts = { 'Remote control': 9, WS6: 6, 'WSAII / WSAII-XL': 3 } as const
type Tab = keyof typeof stepCounts

/** Counts the requests for devices, and returns none, so that no chooser opens. */
async function countRequests(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counter = window as unknown as { deviceRequests: number }
    counter.deviceRequests = 0
    if (!('hid' in navigator)) return
    navigator.hid.requestDevice = async () => {
      counter.deviceRequests += 1
      return []
    }
  })
  return () => page.evaluate(() => (window as unknown as { deviceRequests: number }).deviceRequests)
}

async function openAsNewcomer(page: Page): Promise<Locator> {
  await signIn(page, 'newcustomer', /\/productUpdate\/index$/)
  const dialog = page.getByRole('dialog', { name: 'How to connect your detector' })
  await expect(dialog).toBeVisible()
  return dialog
}

async function reopen(page: Page, dialog: Locator): Promise<void> {
  await page.getByRole('button', { name: 'How to connect my detector' }).click()
  await expect(dialog).toBeVisible()
}

async function turnToLast(dialog: Locator, tab: Tab): Promise<void> {
  const last = stepCounts[tab]
  await dialog.getByRole('tab', { name: tab }).click()
  for (let number = 1; number < last; number += 1) {
    await expect(dialog.getByText(`${number} / ${last}`)).toBeVisible()
    await expect(dialog.getByRole('img')).toBeVisible()
    await dialog.getByRole('button', { name: 'Next' }).click()
  }
  await expect(dialog.getByText(`${last} / ${last}`)).toBeVisible()
}

test('a user without updates sees the tutorials; the last Next resets them, requests devices and closes', async ({ page }) => {
  const requests = await countRequests(page)
  const dialog = await openAsNewcomer(page)

  await turnToLast(dialog, 'WS6')
  await turnToLast(dialog, 'WSAII / WSAII-XL')
  await turnToLast(dialog, 'Remote control')
  await dialog.getByRole('tab', { name: 'WS6' }).click()
  await expect(dialog.getByText('6 / 6')).toBeVisible()
  await dialog.getByRole('button', { name: 'Previous' }).click()
  await expect(dialog.getByText('5 / 6')).toBeVisible()
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(requests).toBe(1)

  await reopen(page, dialog)
  for (const [tab, last] of Object.entries(stepCounts)) {
    await dialog.getByRole('tab', { name: tab }).click()
    await expect(dialog.getByText(`1 / ${last}`)).toBeVisible()
  }
})

test('Skip requests devices and closes; Escape only closes, and keeps the step', async ({ page }) => {
  const requests = await countRequests(page)
  const dialog = await openAsNewcomer(page)
  await expect(dialog).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByText('2 / 9')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await dialog.getByRole('button', { name: 'Skip' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(requests).toBe(1)

  await reopen(page, dialog)
  await expect(dialog.getByText('2 / 9')).toBeVisible()
  // It reacts to Escape shortly after it is rendered, at the latest when its animation has ended.
  await dialog.getByRole('button', { name: 'Close' }).click({ trial: true })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'How to connect my detector' })).toBeFocused()
  expect(await requests()).toBe(1)
})

test('a user with updates does not see the tutorials', async ({ page }) => {
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await expect(page.getByRole('button', { name: 'How to connect my detector' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Past updates' }).getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a drawing moves until it is stopped, and is still with reduced motion', async ({ page }) => {
  const dialog = await openAsNewcomer(page)
  const drawing = dialog.getByRole('img', { name: 'Drawing: Charge it to more than half' })
  const movements = () => drawing.evaluate((element) => element.getAnimations({ subtree: true }).length)
  await expect.poll(movements).toBeGreaterThan(0)
  await dialog.getByRole('button', { name: 'Stop the animation' }).click()
  await expect.poll(movements).toBe(0)
  await dialog.getByRole('button', { name: 'Play the animation' }).click()
  await expect.poll(movements).toBeGreaterThan(0)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(movements).toBe(0)
  await expect(dialog.getByRole('button', { name: 'Stop the animation' })).toBeHidden()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the tutorials (${colorScheme})`, async ({ page }) => {
    // With reduced motion, because colours in a transition are not final.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const dialog = await openAsNewcomer(page)
    async function findNothing(step: string): Promise<void> {
      const { violations } = await axe(page).include('[role=dialog]').analyze()
      expect(violations, step).toEqual([])
    }
    for (const tab of ['Remote control', 'WS6', 'WSAII / WSAII-XL'] as const) {
      await dialog.getByRole('tab', { name: tab }).click()
      await findNothing(`${tab}, first step`)
      await turnToLast(dialog, tab)
      await findNothing(`${tab}, last step`)
    }
  })
}

test('the animations of the maker’s site are shown in a sandboxed frame', async ({ page }) => {
  const asked: string[] = []
  const site = createServer((request, response) => {
    asked.push(request.url ?? '')
    response
      .setHeader('Content-Type', 'text/html; charset=utf-8')
      .end(`<!doctype html><title>Site</title><p>The site’s own ${request.url ?? ''}</p>`)
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const address = site.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const server = await startBuiltServer({ ANIMATIONS_URL: `http://127.0.0.1:${address.port}/` })
  try {
    await page.goto(`${server.url}/login`)
    await page.getByLabel('Email').fill('newcustomer@example.com')
    await page.getByLabel('Password', { exact: true }).fill('demo-Fieldport-2026')
    await page.getByRole('button', { name: 'Sign in' }).click()
    const frame = page.getByRole('dialog').locator('iframe')
    await expect(frame).toHaveAttribute('sandbox', 'allow-scripts')
    await expect(frame.contentFrame().getByText('The site’s own /tutorial/teleco/1')).toBeVisible()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(frame.contentFrame().getByText('The site’s own /tutorial/teleco/2')).toBeVisible()
    expect(asked.filter((path) => path.startsWith('/tutorial/'))).toEqual(['/tutorial/teleco/1', '/tutorial/teleco/2'])
  } finally {
    site.close()
    await server.dispose()
  }
})
