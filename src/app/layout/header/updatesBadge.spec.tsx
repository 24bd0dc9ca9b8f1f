// @module-tag rest
/** How many of one's detectors have an update available: at the links to the update page, and on the icon of the installed app. */
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { createCustomer, type CustomerWorld, detectorOf } from '../../../../tests/component/customer.ts'
import { callsOfAllScreens } from '../../../../tests/component/everyScreen.ts'
import { drawn } from '../../../../tests/component/frames.ts'
import { beginView, viewedCustomerForEach } from '../../../../tests/component/impersonation.ts'
import type { SeenCall } from '../../../../tests/component/fakeApi.ts'
import { openApp, prepare } from '../../../../tests/component/render.tsx'
import { firmware } from '../../../../tests/component/stepStates.tsx'
import { connectSimulated, dialog, letGo, update } from '../../../../tests/component/updatePage.ts'
import { AppError } from '../../../errors.ts'
import { queryClient } from '../../api/queryClient.ts'
import { sessionStore } from '../../api/sessionStore.ts'
import { type JournalRow, updateJournal } from '../../detector/updateJournal.ts'
import { appOutbox } from '../../outbox/appOutbox.ts'
import { targetOf } from '../../update/flow/updateTarget.ts'
import { userProductsKey } from '../../update/ownQueries.ts'

const w = { link: 'Product updates', one: '1 update available', two: '2 updates available' } as const

const available = { versionName: '5.5', firstVersions: [], minimumBatteryPercent: null, needsCoil: false }

const viewed = viewedCustomerForEach()
let world: CustomerWorld
/** What the icon of the app has been asked to show; null for nothing. */
let shown: (number | null)[]

/** Two detectors with 5.2: one is offered 5.5, the other one nothing. */
function own(): void {
  const older = { firmwareState: 'installed', currentFirmware: { id: 9, versionName: '5.2', language: 'English' } } as const
  world.detectors.push(
    detectorOf(1, { ...older, available }),
    detectorOf(2, { ...older, serialNumber: '0A1B2C3D4F' }),
    detectorOf(3, { ...older, available, serialNumber: '0A1B2C3D50' }),
  )
}

beforeEach(() => {
  world = createCustomer()
  shown = []
  vi.spyOn(navigator, 'setAppBadge').mockImplementation(async (count) => void shown.push(count ?? null))
  vi.spyOn(navigator, 'clearAppBadge').mockImplementation(async () => void shown.push(null))
})
afterEach(letGo)

function withoutServer(): never {
  throw new AppError('service.unavailable.error')
}
/** What the journal keeps of an update of this detector until the server has its report. */
function installed(userProductId: number, versionName: string): JournalRow {
  const last = { ...firmware, versionName }
  return {
    owner: sessionStore.dataOwner()?.id ?? 0,
    target: targetOf(detectorOf(userProductId), last, { known: null, next: undefined }),
    firmware: last,
    record: 1,
    stage: { name: 'ended', firmwareState: 'installed', place: null, report: 2 },
  }
}
/** As an earlier screen of this page does. */
async function sendRecord(): Promise<void> {
  await world.publish('5.1', 1)
  await prepare({ as: 'customer', calls: world.calls })
  await appOutbox.add({ call: 'productUpdate.create', payload: { userProductId: 1, firmwareId: 1, date: '2026-11-21T10:00:00.000Z' } })
  await appOutbox.flush()
  expect(appOutbox.snapshot().sentCount).toBeGreaterThan(0)
}
const asked = (seen: readonly SeenCall[]) => seen.filter(({ name }) => name === 'userProduct.getUserProductsForUser').length
const inHeader = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
const inMenu = (name: string) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true })

it('the header says how many updates are available, on a phone too, and one less once one is installed [T990]', async () => {
  own()
  await world.publish('5.5', 500)
  const { address } = await openApp('/articles/index', { as: 'customer', calls: [callsOfAllScreens(), world.calls] })
  await expect.element(inHeader(`${w.link} ${w.two}`)).toBeVisible()
  await expectNoAxeFindings('the header with updates')
  await page.viewport(390, 844)
  await inHeader(`${w.link} ${w.two}`).click()
  await expect.poll(address).toBe('/productUpdate/index')
  await page.viewport(1280, 720)

  await connectSimulated()
  await update().click()
  await dialog(/restart/)
    .getByRole('button', { name: 'Yes, it restarted' })
    .click()
  await dialog(/complete/)
    .getByRole('button', { name: 'Done' })
    .click()
  await expect.element(inHeader(`${w.link} ${w.one}`)).toBeVisible()
  expect(shown.at(-1)).toBe(1)
})

it('is not there while nothing is available, and the list is asked for once [T991]', async () => {
  world.detectors.push(detectorOf(1))
  await sendRecord()
  const { seen } = await openApp('/articles/index', { as: 'customer', calls: [callsOfAllScreens(), world.calls] })
  await expect.poll(() => queryClient.getQueryData(userProductsKey)).toHaveLength(1)
  await inHeader('Product updates').click()
  await expect.element(page.getByRole('region', { name: 'My equipment' }).getByRole('listitem')).toBeVisible()
  await drawn()
  expect(asked(seen)).toBe(1)
})

/** Opens a page with two updates available. From `loseServer` on the server fails, and is asked again. */
async function openWithTwo() {
  own()
  let isAway = false
  const getUserProductsForUser = () => (isAway ? withoutServer() : [...world.detectors])
  const calls = [callsOfAllScreens(), world.calls, { userProduct: { getUserProductsForUser } }]
  const { seen } = await openApp('/articles/index', { as: 'customer', calls })
  await expect.element(inHeader('Product updates 2 updates available')).toBeVisible()
  const loseServer = () => {
    isAway = true
    void queryClient.invalidateQueries({ queryKey: userProductsKey })
  }
  return { seen, loseServer }
}

it('counts an update that was installed while the server is away [T1060]', async () => {
  const { loseServer } = await openWithTwo()
  // As an earlier visit has left it.
  await updateJournal.add(installed(3, '5.5'))
  loseServer()
  await expect.element(inHeader('Product updates 1 update available')).toBeVisible()
  expect(shown.at(-1)).toBe(1)
})

it('learns of a new release while the app is left open [T1062]', async () => {
  const { detectors } = world
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  detectors.push(detectorOf(1))
  const { seen } = await openApp('/articles/index', { as: 'customer', calls: [callsOfAllScreens(), world.calls] })
  await expect.poll(() => queryClient.getQueryData(userProductsKey)).toHaveLength(1)
  await drawn()
  detectors[0] = detectorOf(1, { available })
  vi.advanceTimersByTime(59 * 60_000)
  expect(asked(seen)).toBe(1)
  vi.advanceTimersByTime(60_000)
  await expect.element(inHeader('Product updates 1 update available')).toBeVisible()
})

it('stays as last seen while the server is away [T992]', async () => {
  const { seen, loseServer } = await openWithTwo()
  loseServer()
  await expect.poll(() => asked(seen)).toBeGreaterThan(1)
  await expect.poll(() => queryClient.getQueryState(userProductsKey)?.fetchFailureCount).toBeGreaterThan(0)
  await expect.element(inHeader('Product updates 2 updates available')).toBeVisible()
  expect(shown.at(-1)).toBe(2)
})

describe('on the icon of the installed app', () => {
  it('the number stands until the owner signs out [T993]', async () => {
    own()
    const logout = { authentication: { logout: () => ({}) } }
    await openApp('/articles/index', { as: 'customer', calls: [callsOfAllScreens(), world.calls, logout] })
    await expect.poll(() => shown.at(-1)).toBe(2)
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect.poll(() => shown.at(-1)).toBe(null)
  })

  it('the number of the last visit stands until the list is there [T1061]', async () => {
    const { seen } = await openApp('/articles/index', {
      as: 'customer',
      calls: [callsOfAllScreens(), world.calls, { userProduct: { getUserProductsForUser: withoutServer } }],
    })
    await expect.poll(() => asked(seen)).toBeGreaterThan(0)
    await drawn()
    expect(shown).toEqual([])
  })

  it('an administrator who views the portal as a customer does not get the customer’s number [T994]', async () => {
    await openApp('/user/show/4', {
      as: 'admin',
      calls: viewed().answers({ userProduct: { getUserProductsForUser: () => [detectorOf(1, { available })] } }),
    })
    await beginView()
    await expect.element(inHeader('Product updates 1 update available')).toBeVisible()
    expect(shown).not.toContain(1)
  })
})

it('staff are asked for no detectors by the menu, which counts those that they have seen as owners, as the palette does [T995]', async () => {
  own()
  const { seen } = await openApp('/product/index', { as: 'marketing', calls: [callsOfAllScreens(), world.calls] })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(inMenu('Product updates')).toBeVisible()
  await drawn()
  expect(asked(seen)).toBe(0)
  await inMenu('Product updates').click()
  await expect.element(inMenu('Product updates 2 updates available')).toBeVisible()
  await inMenu('Warranty codes').click()
  await page.viewport(390, 844)
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect.element(menu.getByRole('link', { name: 'Product updates 2 updates available' })).toBeVisible()
  await expectNoAxeFindings('the menu with updates', { at: [390] })
  await userEvent.keyboard('{Escape}')
  await page.viewport(1280, 720)
  await page.getByRole('button', { name: 'Find anything' }).click()
  await expect.element(page.getByRole('option', { name: /^Product updates/ })).toMatchTextContent('2 updates available')
})
