// @module-tag rest
/** The banners above every screen: the companion app's trial, and browsers that cannot talk to a detector. */
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { profile } from '../../../../tests/component/answers.ts'
import { createCustomer } from '../../../../tests/component/customer.ts'
import { callsOfAllScreens } from '../../../../tests/component/everyScreen.ts'
import { held } from '../../../../tests/component/fakeApi.ts'
import { drawn } from '../../../../tests/component/frames.ts'
import { openApp } from '../../../../tests/component/render.tsx'

const w = { trial: 'Free trial', advert: 'Try Fieldport Companion free for 15 days.' } as const

const title = page.getByRole('heading', { level: 1, name: 'Product updates' })
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const dayMs = 24 * 60 * 60 * 1000

function openAs(own: Partial<typeof profile>) {
  const { calls } = createCustomer()
  return openApp('/productUpdate/index', {
    as: 'customer',
    calls: { ...calls, user: { getProfile: () => ({ ...profile, ...own }) } },
  })
}

describe('the trial of the companion app', () => {
  const banner = page.getByRole('complementary', { name: w.trial })

  it('is advertised until the advert is closed, in this browser for good [T52]', async () => {
    await openAs({})
    await expect.element(banner).toMatchTextContent(w.advert)
    await expect.element(banner.getByRole('link', { name: 'Learn more' })).toHaveAttribute('href', 'https://site.example.com/')
    await banner.getByRole('button', { name: 'Close' }).click()
    await expect.element(banner).not.toBeInTheDocument()
    await openAs({})
    await expect.element(title).toBeVisible()
    await expect.element(banner).not.toBeInTheDocument()
  })

  it('shows until when it runs, instead of the advert [T54]', async () => {
    await openAs({ freeTrialEndDate: new Date(Date.now() + 1.5 * dayMs).toISOString() })
    await expect.element(banner).toMatchTextContent('2 days left.')
    await expect.element(banner).not.toMatchTextContent(w.advert)
  })

  it('is advertised neither to subscribers nor to staff [T53]', async () => {
    await openAs({ hasSubscription: true })
    await expect.element(title).toBeVisible()
    await expect.element(banner).not.toBeInTheDocument()
    // Nor to staff.
    await openApp('/product/index', { as: 'admin', calls: callsOfAllScreens() })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
    await expect.element(banner).not.toBeInTheDocument()
  })
})

it('the screen waits for the profile and comes with its banner, so that nothing moves down under the pointer', async () => {
  const { calls } = createCustomer()
  const drawnBefore: boolean[] = []
  const getProfile = async () => {
    await drawn()
    drawnBefore.push(title.query() !== null)
    return profile
  }
  await openApp('/productUpdate/index', { as: 'customer', calls: { ...calls, user: { getProfile } } })
  await expect.element(title).toBeVisible()
  expect(page.getByRole('complementary', { name: w.trial }).query()).not.toBeNull()
  expect(drawnBefore[0]).toBe(false)
})

it('the page does not wait for a server that never sends the profile', async () => {
  const { calls } = createCustomer()
  await openApp('/productUpdate/index', { as: 'customer', calls: { ...calls, user: { getProfile: held<typeof profile>().answer } } })
  await expect.element(title).toBeVisible()
})

it('a browser other than Chrome, Edge and Opera is told which ones work [T55]', async () => {
  const note = page.getByRole('note').filter({ hasText: 'To update a detector, use a compatible browser on a computer:' })
  await openAs({})
  await expect.element(title).toBeVisible()
  await expect.element(note).not.toBeInTheDocument()
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(firefox)
  await openAs({})
  for (const name of ['Chrome', 'Edge', 'Opera']) await expect.element(note.getByRole('link', { name })).toBeVisible()
})
