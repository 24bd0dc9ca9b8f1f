// @module-tag rest
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { createCustomer, detectorOf } from '../../../../../tests/component/customer.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { connectSimulated, headline, letGo, nextStep, setFaults, update } from '../../../../../tests/component/updatePage.ts'
import { AppError } from '../../../../errors.ts'

afterEach(letGo)

it('offers no firmware for a detector of an unknown model, nor saves its coils, until the model has been added [T335] [T336]', async () => {
  const { calls, publish } = createCustomer()
  await publish('9.8', 500)
  let isAdded = false
  const identify = calls.userProduct?.getOrCreate
  const getOrCreate: typeof identify = (parts) => {
    if (!isAdded || identify === undefined) throw new AppError('resource.not.found')
    return identify(parts)
  }
  const { sent } = await openApp('/productUpdate/index', { as: 'customer', calls: [calls, { userProduct: { getOrCreate } }] })
  await page.getByRole('button', { name: 'Use the simulated detector' }).click()
  await expect.element(headline()).toMatchTextContent('Model not recognised')
  await expect.element(nextStep().getByRole('textbox', { name: 'Type number' })).toHaveValue('6')
  await expect.element(update()).not.toBeInTheDocument()
  await expect.element(page.getByText('9.8')).not.toBeInTheDocument()
  expect(sent('accessory.createOrUpdate')).toEqual([])
  isAdded = true
  await nextStep().getByRole('button', { name: 'Try again' }).click()
  await expect.element(headline()).toMatchTextContent('9.8')
  const coil = { userProductId: 1, accessoryTypeId: 127, serialNumber: expect.any(String) }
  await expect.poll(() => sent('accessory.createOrUpdate')).toMatchObject([{ body: { accessories: [coil, coil] } }])
})

it('never registers a detector whose identity makes no sense, and says what to do', async () => {
  const { calls } = createCustomer()
  const { seen } = await openApp('/productUpdate/index', { as: 'customer', calls })
  await import('../../../detector/simulatedDetector.ts')
  setFaults({ serialNumber: 'FFFFFFFFFF', productTypeId: 0xffff })
  await page.getByRole('button', { name: 'Use the simulated detector' }).click()
  await expect.element(nextStep()).toMatchTextContent(/could not be understood/)
  await expect.element(nextStep().getByRole('button', { name: 'Save the report' })).toBeVisible()
  await expect.element(nextStep().getByRole('link', { name: 'Contact support' })).toBeVisible()
  expect(seen.map(({ name }) => name)).not.toContain('userProduct.getOrCreate')

  setFaults()
  await nextStep().getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => seen.map(({ name }) => name)).toContain('userProduct.getOrCreate')
})

it.each([
  ['installed', '5.1'],
  ['unknown', 'Unknown'],
] as const)('shows the firmware of a connected detector: if it is %s, "%s"', async (firmwareState, text) => {
  const { calls, detectors, publish } = createCustomer()
  await publish('5.2', 500)
  const installed = { id: 1, versionName: '5.1', language: 'English' }
  detectors.push(detectorOf(1, { firmwareState, currentFirmware: firmwareState === 'installed' ? installed : null }))
  await openApp('/productUpdate/index', { as: 'customer', calls })
  await connectSimulated()
  const card = page.getByRole('region', { name: 'Connected detector' })
  await expect.element(card).toMatchTextContent(`Current firmware${text}`)
})
