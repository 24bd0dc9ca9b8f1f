/** What the update page offers while releases begin and end. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type CustomerWorld, createCustomer, detectorOf } from '../../../../../tests/component/customer.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import {
  connectSimulated,
  dialog,
  headline,
  letGo,
  nextStep,
  update,
  neverGoOnWithoutServer,
} from '../../../../../tests/component/updatePage.ts'
import { releaseOf } from '../../../../../tests/support/releases.ts'

const w = { draft: 'Draft, for tests by staff', released: 'Install 9.0' } as const

let world: CustomerWorld
beforeEach(() => {
  world = createCustomer()
})
afterEach(async () => {
  vi.useRealTimers()
  await letGo()
})

const open = () => openApp('/productUpdate/index', { as: 'customer', calls: world.calls })

/** Halts the newest release, which nobody has begun. */
function halt(): void {
  world.firmwares.shift()
}

it('marks a draft for staff, selects it for nobody, and asks before it is installed', { tags: 'rest' }, async () => {
  await world.publish('9.0', 500, { release: releaseOf('released') })
  await world.publish('9.1', 500, { release: releaseOf('draft') })
  await open()
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(w.released)
  await nextStep().getByText('Other versions and languages').click()
  const versions = nextStep().getByRole('combobox', { name: 'Version', exact: true })
  await expect.element(versions.getByRole('option', { name: new RegExp(`^9\\.1 .*${w.draft}$`) })).toBeInTheDocument()
  await versions.selectOptions(versions.getByRole('option', { name: /^9\.1 / }))
  await expect.element(nextStep().getByText(w.draft, { exact: true })).toBeVisible()
  await update().click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toMatchTextContent('9.1 is a draft, for tests by staff: no customer is offered it')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(world.updates).toHaveLength(1)
})

it('offers what is left within a minute after the selected release was halted', { tags: 'rest' }, async () => {
  await world.publish('9.0', 500, { release: releaseOf('released') })
  await world.publish('9.1', 500, { release: releaseOf('released') })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await open()
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent('Install 9.1')
  halt()
  vi.advanceTimersByTime(50_000)
  await expect.element(headline()).toMatchTextContent('Install 9.0')
})

it('does not start a release that was halted a moment ago, and then offers what is left', { tags: 'rest' }, async () => {
  await world.publish('9.0', 500, { release: releaseOf('released') })
  await world.publish('9.1', 500, { release: releaseOf('released') })
  await open()
  await connectSimulated()
  halt()
  neverGoOnWithoutServer()
  await update().click()
  const failed = dialog('The update did not start')
  await expect.element(failed).toMatchTextContent('The page now shows the versions that are offered for your detector.')
  await failed.getByRole('button').last().click()
  await expect.element(headline()).toMatchTextContent(w.released)
  expect(window.simulatedDetector?.applicationValid).toBe(true)
  expect(world.updates).toHaveLength(1)
})

it('finishes an update with a release that was halted meanwhile', { tags: 'rest' }, async () => {
  await world.publish('9.0', 500, { release: releaseOf('released') })
  await world.publish('9.1', 500, { release: releaseOf('halted', { begunOn: [1] }) })
  const firmware = { id: 2, versionName: '9.1', language: 'English' }
  const lastUpdate = { id: 9, date: '2026-11-21T10:00:00.000Z', firmware }
  world.detectors.push(detectorOf(1, { firmwareState: 'none', lastUpdate }))
  await open()
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent('Finish the update')
  await expect.element(nextStep()).toMatchTextContent('9.1')
})
