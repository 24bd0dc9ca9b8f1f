// @module-tag rest
/** An update whose screen or dialog breaks: what must be read of it stays, and nothing offers to reload. */
import { createMemoryHistory } from '@tanstack/react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type CustomerWorld, createCustomer } from '../../../tests/component/customer.ts'
import { openApp, sessionOf } from '../../../tests/component/render.tsx'
import { connectSimulated, flashOfDetector, letGo, setFaults, update } from '../../../tests/component/updatePage.ts'
import { queryClient } from '../api/queryClient.ts'
import { PlainUpdate } from '../screens/productUpdate/dialogs/PlainUpdate.tsx'
import { sessionStore } from '../api/sessionStore.ts'
import { userProductsKey } from '../update/ownQueries.ts'
import { hostUpdates } from './UpdateHost.tsx'
import { UpdateDialogs } from '../screens/productUpdate/dialogs/UpdateDialogs.tsx'

let world: CustomerWorld
let image: Uint8Array

afterEach(async () => {
  hostUpdates(UpdateDialogs)
  await letGo()
})

async function startUpdate() {
  world = createCustomer()
  image = await world.publish('9.4', 60_000)
  const history = createMemoryHistory({ initialEntries: ['/productUpdate/index'] })
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls, history })
  await connectSimulated({ latencyMs: 2 })
  await update().click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/Programming/)
  return history
}

/** React logs what a boundary has caught; tests/component/setup.ts refuses what is left. */
function expectOnly(fault: RegExp): void {
  const { calls } = vi.mocked(globalThis.console.error).mock
  const logged = calls.splice(0).map((args) => args.map(String).join(' '))
  expect(logged.length).toBeGreaterThan(0)
  expect(logged.filter((line) => !fault.test(line))).toEqual([])
}

/** The battery's comes before it. */
const percent = () => {
  const { textContent } = page
    .getByText(/^\d+\s?%$/)
    .last()
    .element()
  return Number.parseInt(textContent, 10)
}

async function expectGoingOn(): Promise<void> {
  await expect.element(page.getByText('Do not unplug the detector, and keep this page open.').first()).toBeVisible()
  const before = percent()
  await expect.poll(percent).toBeGreaterThan(before)
  await expect.element(page.getByRole('button', { name: 'Reload the page' })).not.toBeInTheDocument()
}

it('goes on to its question over a screen that has stopped working', async () => {
  await startUpdate()
  queryClient.setQueryData(userProductsKey, 'rubbish')
  await expect.element(page.getByText('This page stopped working')).toBeInTheDocument()
  expectOnly(/is not a function/)
  await expectGoingOn()
  setFaults()
  await page.getByRole('button', { name: 'Yes, it restarted' }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent('The update is complete')
  expect(flashOfDetector()).toEqual(image)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.element(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
})

it('goes on in words where its dialog has stopped working, and its question has its dialog again', async () => {
  await startUpdate()
  const title = vi.spyOn(document, 'title', 'set').mockImplementation((text) => {
    if (text.includes('%')) throw new Error('broken on purpose')
  })
  await expect.element(page.getByRole('region', { name: 'Update', exact: true })).toBeVisible()
  title.mockRestore()
  expectOnly(/broken on purpose/)
  await expectGoingOn()
  setFaults()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, it restarted' }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent('The update is complete')
  expect(flashOfDetector()).toEqual(image)
})

it('asks its question in words, too', async () => {
  await startUpdate()
  hostUpdates(PlainUpdate)
  await expectGoingOn()
  setFaults()
  await expect.element(page.getByText('Did your detector restart?')).toBeVisible()
  await page.getByRole('button', { name: 'Yes, it restarted' }).click()
  await expect.poll(() => world.updates[0]).toMatchObject({ versionName: '9.4', success: true })
  expect(flashOfDetector()).toEqual(image)
})

const signInPage = () => page.getByLabelText('Password', { exact: true })

it('goes on above the sign-in page where the session has ended elsewhere, and keeps the answer for its owner', async () => {
  const history = await startUpdate()
  const session = sessionStore.readOwn()
  sessionStore.end('refused')
  // As main.tsx runs the guards.
  history.push('/')
  await expect.element(signInPage()).toBeInTheDocument()
  await expectGoingOn()
  setFaults()
  await page.getByRole('button', { name: 'Yes, it restarted' }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent('The update is complete')
  expect(flashOfDetector()).toEqual(image)
  if (session !== null) sessionStore.write(session)
  await expect.poll(() => world.updates[0]).toMatchObject({ versionName: '9.4', success: true })
})

it('asks nobody else, and tells nobody else how it has ended', async () => {
  const history = await startUpdate()
  sessionStore.end('refused')
  history.push('/')
  await expect.element(signInPage()).toBeInTheDocument()
  setFaults()
  await expect.element(page.getByText('Did your detector restart?')).toBeVisible()
  const { id, ...another } = sessionOf('customer')
  sessionStore.write({ ...another, id: id + 1 })
  await expect.element(page.getByText('Did your detector restart?')).not.toBeInTheDocument()
})
