/** What is listed waits for what it shows: nothing moves under a pointer when the rest comes. */
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { coilOf, daysAgo } from '../../../../../tests/component/coils.ts'
import { createCustomer, detectorOf } from '../../../../../tests/component/customer.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { letGo } from '../../../../../tests/component/updatePage.ts'

afterEach(letGo)

const region = (name: string) => page.getByRole('region', { name })

it('detectors, coils and past updates come together, once the coils are known [T1037]', async () => {
  const world = createCustomer()
  const installed = { firmwareState: 'installed', currentFirmware: { id: 9, versionName: '5.2', language: 'English' } } as const
  const available = { versionName: '5.5', firstVersions: [], minimumBatteryPercent: null, needsCoil: false }
  world.detectors.push(detectorOf(1, { ...installed, available }))
  world.coils.push(coilOf(1, 'E2E1AB12', daysAgo(100), { userProductId: 1 }), coilOf(2, 'E2E2AB12', daysAgo(100)))
  const coils = Promise.withResolvers<undefined>()
  const getUserAccessoriesForUser = () => coils.promise.then(() => world.coils)
  await openApp('/productUpdate/index', { as: 'customer', calls: [world.calls, { accessory: { getUserAccessoriesForUser } }] })
  await expect.element(region('My equipment')).toBeVisible()
  // The detectors are there: the header counts them.
  await expect
    .element(page.getByRole('banner').getByRole('link', { name: 'Product updates 1 update available', exact: true }))
    .toBeVisible()
  expect(region('My equipment').getByRole('link').elements()).toEqual([])
  expect(region('Past updates').elements()).toEqual([])

  coils.resolve(undefined)
  await expect.element(region('My equipment').getByRole('link', { name: 'WS6 Master' })).toBeVisible()
  expect(region('My equipment').getByText('E2E1AB12').elements()).toHaveLength(1)
  expect(region('Coils without a detector').elements()).toHaveLength(1)
  expect(region('Past updates').elements()).toHaveLength(1)
})
