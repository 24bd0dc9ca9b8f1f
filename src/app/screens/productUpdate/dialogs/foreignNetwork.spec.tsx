// @module-tag rest
/** Updates of a detector while a gateway answers in the server’s place. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type CustomerWorld, createCustomer } from '../../../../../tests/component/customer.ts'
import { setGateway } from '../../../../../tests/component/fakeApi.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { connectSimulated, flashOfDetector, letGo, setFaults, update } from '../../../../../tests/component/updatePage.ts'
import { appOutbox } from '../../../outbox/appOutbox.ts'

let world: CustomerWorld

beforeEach(() => {
  world = createCustomer()
})
afterEach(async () => {
  setGateway(null)
  await letGo()
  await appOutbox.forget()
})

const dialog = () => page.getByRole('dialog')
const saved = () => page.getByText('1 file saved on this computer')

it.each([
  [200, 'before'],
  [403, 'before'],
  [403, 'during'],
  [404, 'during'],
  [413, 'after'],
  [502, 'after'],
] as const)('a page with status %i %s it stops no update, and its report arrives afterwards', async (status, when) => {
  const image = await world.publish('9.4', 60_000)
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
  await connectSimulated({ latencyMs: 2 })
  await expect.element(saved()).toBeVisible()
  if (when === 'before') setGateway(status)
  await update().click()
  await expect.element(dialog()).toMatchTextContent(/Programming/)
  if (when === 'during') setGateway(status)
  setFaults()
  await expect.element(dialog()).toMatchTextContent(/Did your detector restart/)
  if (when === 'after') setGateway(status)
  await page.getByRole('button', { name: /Yes, it restarted/ }).click()
  await expect.element(dialog()).toMatchTextContent(/The update is complete/)
  expect(flashOfDetector()).toEqual(image)
  const recorded = () => world.updates.filter(({ versionName }) => versionName === '9.4')
  expect(recorded().some(({ success }) => success)).toBe(false)
  await expect.element(page.getByText('Rejected by the server')).not.toBeInTheDocument()
  setGateway(null)
  await appOutbox.flush()
  await expect.poll(recorded).toMatchObject([{ success: true }])
})
