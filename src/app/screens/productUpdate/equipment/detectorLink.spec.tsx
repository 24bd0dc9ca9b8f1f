/** The address of a detector's page, as a mail names it: it leads there on another computer too, and one button begins the update. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { createCustomer, type CustomerWorld, detectorOf } from '../../../../../tests/component/customer.ts'
import { openApp, sessionOf } from '../../../../../tests/component/render.tsx'
import { dialog, letGo, setFaults } from '../../../../../tests/component/updatePage.ts'
import { closeChooser, loseWebHid } from '../../../../../tests/component/webHid.ts'
import { words as login } from '../../../../../tests/e2e/words.ts'
import { noFaults } from '../../../../device/simulator/simulatorFaults.ts'
import { connectDetector, connectSimulatedDetector } from '../../../detector/device.ts'
import { detectorState } from '../../../detector/detectorStore.ts'
import { updateFlow } from '../../../update/flow/appUpdateFlow.ts'

const update = 'Update to 5.5'

const detectorPage = '/equipment/1'
const main = page.getByRole('main')

let world: CustomerWorld

beforeEach(() => {
  world = createCustomer()
})
afterEach(letGo)

/** One detector with 5.2, which is offered 5.5. The serial number is the simulated one’s by default. */
function own(serialNumber: string = noFaults.serialNumber): void {
  const currentFirmware = { id: 9, versionName: '5.2', language: 'English' }
  const available = { versionName: '5.5', firstVersions: [], minimumBatteryPercent: null, needsCoil: false }
  world.detectors.push(detectorOf(1, { firmwareState: 'installed', currentFirmware, available, serialNumber }))
}

/** One that the person has allowed, and that is plugged in. */
function allowed(productName: string): HIDDevice {
  const device = { vendorId: 13_166, productName, collections: [{ inputReports: [{}], outputReports: [{}] }] }
  // Nothing else of it is read before it is opened.
  return device as unknown as HIDDevice
}

const open = () => openApp(detectorPage, { as: 'customer', calls: world.calls })

it('leads through the sign-in back to the page of this very detector [T996]', { tags: 'rest' }, async () => {
  own()
  const signIn = {
    authentication: {
      beforeLogin: () => ({ displayCodeValidation: false, phoneNumber: null, resendInSeconds: null }),
      login: () => ({ ...sessionOf('customer'), locale: 'en' as const }),
    },
  }
  const { address } = await openApp(detectorPage, { calls: [world.calls, signIn] })
  await expect.poll(address).toBe('/login?redirect=%2Fequipment%2F1')
  await page.getByLabelText(login.en.email).fill('customer@example.com')
  await page.getByLabelText(login.en.password, { exact: true }).fill('demo-Fieldport-2026')
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe(detectorPage)
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('WS6 Master')
  await expect.element(main.getByRole('button', { name: update })).toBeVisible()
})

it('one button of it asks the browser for the detector and shows its update [T997]', async () => {
  const requestDevice = closeChooser()
  own()
  const { address } = await open()
  await main.getByRole('button', { name: update }).click()
  await expect.poll(address).toBe('/productUpdate/index')
  await expect.poll(() => requestDevice).toHaveBeenCalledOnce()
})

it('opens the browser’s list where another detector is connected, and says which one [T1063]', { tags: 'rest' }, async () => {
  own('0A1B2C3D4F')
  vi.spyOn(navigator.hid, 'getDevices').mockResolvedValue([allowed('A')])
  const requestDevice = closeChooser()
  await connectSimulatedDetector()
  const { address } = await open()
  await expect.element(main).toMatchTextContent('Simulated detector is connected now.')
  await main.getByRole('button', { name: update }).click()
  await expect.poll(address).toBe('/productUpdate/index')
  await expect.poll(() => requestDevice).toHaveBeenCalledOnce()
  expect(detectorState().status).toBe('connected')
})

it('shows an update that runs on another detector, and leaves that one alone [T1064]', { tags: 'rest' }, async () => {
  own('0A1B2C3D4F')
  await world.publish('5.5', 20_000)
  vi.spyOn(navigator.hid, 'getDevices').mockResolvedValue([])
  const renewed = { productUpdate: { renew: () => ({ id: 2 }) } }
  await openApp(detectorPage, { as: 'customer', calls: [world.calls, renewed] })
  await connectSimulatedDetector()
  setFaults({ latencyMs: 10 })
  const other = detectorOf(2, { serialNumber: noFaults.serialNumber })
  world.detectors.push(other)
  for (const firmware of world.firmwares) void updateFlow.start(other, firmware)
  await expect.poll(() => updateFlow.state().step).toBe('updating')
  vi.spyOn(navigator.hid, 'getDevices').mockResolvedValue([allowed('A'), allowed('B')])
  // Whatever asks for it.
  await connectDetector()
  expect(detectorState().status).toBe('connected')
  await expect.element(dialog('Programming')).toBeVisible()
  setFaults()
})

it('says on a phone that a computer is needed, and gives the link to open there [T998]', async () => {
  loseWebHid({ isPhone: true })
  own()
  await open()
  await expect.element(main).toMatchTextContent('Detectors are updated from a computer, over a USB cable.')
  await expect.element(main.getByRole('button', { name: 'Copy the link' })).toBeVisible()
  await expect.element(main.getByRole('button', { name: update })).not.toBeInTheDocument()
  await expectNoAxeFindings('a detector on a phone')
})

it('says in a browser without WebHID which ones have it [T999]', async () => {
  loseWebHid({ isPhone: false })
  own()
  await open()
  await expect.element(main).toMatchTextContent('Only Chrome, Edge and Opera can access a detector over USB.')
  await expect.element(main.getByRole('button', { name: update })).not.toBeInTheDocument()
})
