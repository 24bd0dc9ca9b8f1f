// @module-tag rest
/** An administrator views the portal as a customer: how it begins and ends, and what can be done meanwhile. */
import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { profile } from '../../../../tests/component/answers.ts'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { coilOf, daysAgo } from '../../../../tests/component/coils.ts'
import type { FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { beginView, started, viewBanner, viewedCustomerForEach, viewWords as w } from '../../../../tests/component/impersonation.ts'
import { drawComponent, openApp, sessionOf } from '../../../../tests/component/render.tsx'
import { contract } from '../../../contract/contract.ts'
import type { Contract } from '../../../contract/endpoint.ts'
import { AppError } from '../../../errors.ts'
import { queryClient } from '../../api/queryClient.ts'
import { sessionStore } from '../../api/sessionStore.ts'
import { DeleteCoil } from '../../screens/productUpdate/coils/CoilDialogs.tsx'

const viewed = viewedCustomerForEach()

const main = page.getByRole('main')
const open = (own: FakeCalls = {}) => openApp('/user/show/4', { as: 'admin', calls: viewed().answers(own) })

/** Whether the server lets such a call ("user.getProfile") pass. */
function isReading(name: string): boolean {
  const [entity = '', call = ''] = name.split('.')
  const calls: Contract = contract
  return calls[entity]?.[call]?.isReadOnly === true
}

describe('the view as a customer', () => {
  it('begins on the customer’s page after a question, says as whom and how long, and comes back to the record [T75]', async () => {
    const { address, seen } = await open()
    await beginView()
    await expect.poll(address).toBe('/productUpdate/index')
    await expect.element(viewBanner()).toMatchTextContent(w.text)
    await expect.element(viewBanner().getByText(w.until)).toBeInTheDocument()
    expect(viewBanner().getByText(w.left).element().closest('[aria-hidden=true]')).not.toBeNull()
    await expect.element(viewBanner()).toHaveFocus()
    await expect.element(page.getByRole('region', { name: w.detectors })).toMatchTextContent('0A 1B 2C 3D 4E')
    await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
    await expectNoAxeFindings('update page')
    await page.viewport(390, 844)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)

    await viewBanner().getByRole('button', { name: w.end }).click()
    await expect.poll(address).toBe('/user/show/4')
    await expect.element(main.getByRole('button', { name: w.view, exact: true })).toBeVisible()
    await expect.element(viewBanner()).not.toBeInTheDocument()
    await expect.element(page.getByText(w.ended)).toBeVisible()
    await expect
      .poll(() => seen.filter(({ name }) => name === 'impersonation.end'))
      .toMatchObject([{ parts: { params: { id: started.id } } }])
    // The menu of staff looks for the list, and finds nothing.
    const left = queryClient.getQueriesData({ queryKey: ['userProduct'] })
    expect(left.filter(([, data]) => data !== undefined)).toEqual([])
  })

  it('offers nothing that would change something, and says why', async () => {
    const { seen } = await open()
    await beginView()
    await expect.element(page.getByRole('region', { name: w.detectors })).toMatchTextContent('0A 1B 2C 3D 4E')
    await expect.element(main.getByText(w.noDetector)).toBeVisible()
    // The trial's advert is left to the customer: it cannot be closed.
    const advert = page.getByRole('complementary', { name: 'Free trial' })
    await expect.element(advert).toBeVisible()
    await expect.element(advert.getByRole('button')).not.toBeInTheDocument()
    // A proof of purchase can be looked at.
    await expect.element(main.getByRole('button')).toHaveLength(1)
    await expect.element(main.getByRole('button', { name: /invoice\.png$/ })).toBeVisible()
    await page.getByRole('button', { name: 'Français' }).click()
    await page.getByRole('button', { name: 'English' }).click()

    await page.getByRole('button', { name: w.account }).click()
    await expect.element(page.getByRole('menuitem', { name: /^(?:Change password|Changer)/ })).not.toBeInTheDocument()
    await page.getByRole('menuitem', { name: /^(?:Profile|Profil)$/ }).click()
    await expect.element(page.getByText(w.profileNote)).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: w.firstname })).toBeDisabled()
    await expect.element(main.getByText('Chrome')).toBeVisible()
    expect(main.getByRole('button', { disabled: false }).elements()).toEqual([])
    await expectNoAxeFindings('profile')
    const after = seen.slice(seen.findIndex(({ name }) => name === 'impersonation.start') + 1)
    expect(after.length).toBeGreaterThan(3)
    expect(after.filter(({ name }) => !isReading(name))).toEqual([])
  })
})

function refuseChange(): never {
  throw new AppError('impersonation.read.only.error')
}

describe('ends', () => {
  it('by signing out: the administrator stays signed in, and other tabs never noticed', async () => {
    const { address, seen } = await open()
    const before = localStorage.getItem('fieldport.user')
    await beginView()
    expect(localStorage.getItem('fieldport.user')).toBe(before)
    expect(before).not.toContain('view')
    expect(sessionStore.read()).toMatchObject({ id: 4, roles: ['ROLE_CUSTOMER'], impersonateToken: 'view' })
    await page.getByRole('button', { name: w.account }).click()
    await page.getByRole('menuitem', { name: w.end }).click()
    await expect.poll(address).toBe('/user/show/4')
    await expect.element(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
    expect(seen.filter(({ name }) => name === 'authentication.logout')).toEqual([])
  })

  it('by itself when its time is over', async () => {
    const { address } = await open({ impersonation: { start: () => ({ ...started, endsInSeconds: 1 }) } })
    await beginView()
    await expect.element(main.getByRole('button', { name: w.view, exact: true })).toBeVisible()
    expect(address()).toBe('/user/show/4')
    await expect.element(viewBanner()).not.toBeInTheDocument()
  })

  it('when the server refuses its token, without renewing the administrator’s', async () => {
    const { address, seen } = await open({
      user: {
        getProfile: () => {
          if (sessionStore.readView() === null) return profile
          throw new AppError('not.authenticated')
        },
      },
    })
    const button = main.getByRole('button', { name: w.view, exact: true })
    await button.click()
    await page.getByRole('alertdialog').getByRole('button', { name: w.view }).click()
    await expect.element(page.getByText(w.ended)).toBeVisible()
    await expect.element(button).toBeVisible()
    expect(address()).toBe('/user/show/4')
    expect(seen.filter(({ name }) => name === 'authentication.refresh')).toEqual([])
  })

  it('when the administrator signs out in another tab', async () => {
    await open()
    await beginView()
    localStorage.removeItem('fieldport.user')
    dispatchEvent(new StorageEvent('storage', { key: 'fieldport.user' }))
    await expect.element(viewBanner()).not.toBeInTheDocument()
    await expect.element(main).not.toBeInTheDocument()
    expect(sessionStore.read()).toBeNull()
    expect(sessionStorage.length).toBe(0)
    // The next person to sign in is themselves.
    sessionStore.write({ ...sessionOf('marketing'), id: 1 })
    expect(sessionStore.read()?.roles).toEqual(['ROLE_MARKETTING'])
  })
})

it('is on screens without a menu too, and leads back from there', async () => {
  const history = createMemoryHistory({ initialEntries: ['/user/show/4'] })
  const calls: FakeCalls = {
    ...viewed().answers(),
    demoMailbox: { getAll: () => [] },
    contact: { confirmUsername: () => ({ id: 9, username: 'new@example.com' }) },
  }
  await openApp('/user/show/4', { as: 'admin', calls, history })
  await beginView()
  history.push('/demoMailbox')
  await expect.element(page.getByRole('heading', { name: 'Demo mailbox' })).toBeVisible()
  await expect.element(viewBanner()).toMatchTextContent(w.text)
  history.push('/confirmAddress/some-token')
  await expect.element(page.getByRole('heading', { name: 'Your new email address' })).toBeVisible()
  await expect.element(viewBanner()).toMatchTextContent(w.text)
  await viewBanner().getByRole('button', { name: w.end }).click()
  await expect.element(viewBanner()).not.toBeInTheDocument()
  expect(sessionStore.read()).toMatchObject({ roles: ['ROLE_ADMIN'] })
})

it('is refused with a reason', async () => {
  const { address } = await open({
    impersonation: {
      start: () => {
        throw new AppError('impersonation.refused.error')
      },
    },
  })
  await main.getByRole('button', { name: w.view, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: w.view }).click()
  await expect
    .element(page.getByText('You can view the portal only as a customer whose account is verified and not blocked.'))
    .toBeVisible()
  expect(address()).toBe('/user/show/4')
  expect(sessionStore.readView()).toBeNull()
})

it('explains the server’s refusal of a change', async () => {
  const calls: FakeCalls = { ...viewed().calls, accessory: { ...viewed().calls.accessory, delete: refuseChange } }
  await drawComponent(<DeleteCoil coil={coilOf(1, 'C011A00001', daysAgo(30))} onClose={() => {}} />, { as: 'customer', calls })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('You are viewing the portal as a customer, so you cannot change anything.')).toBeVisible()
})
