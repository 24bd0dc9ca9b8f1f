/** A detector with a withdrawn version: what its owner reads, and is offered instead. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { createCustomer, type CustomerWorld, detectorOf } from '../../../../../tests/component/customer.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { dialog, headline, letGo, nextStep, setFaults } from '../../../../../tests/component/updatePage.ts'
import { loseWebHid } from '../../../../../tests/component/webHid.ts'
import { holdOf, releaseOf } from '../../../../../tests/support/releases.ts'
import { queryClient } from '../../../api/queryClient.ts'
import { sessionStore } from '../../../api/sessionStore.ts'
import { lastEnd } from '../../../update/flow/appUpdateFlow.ts'
import { offeredKey } from '../../../update/ownQueries.ts'

const w = {
  recalled: 'Replace 9.5 on your WS6 Master',
  sentence: /9\.5 on your WS6 Master \(0A 1B 2C 3D 4E\) was withdrawn\. Connect the detector to replace it\./,
  mark: 'withdrawn',
  hold: /There is nothing to install in its place yet\. 9\.4 is not yet for your detector\. The restart fails/,
  contact: 'Contact support',
  onPhone: '9.5 was withdrawn. Connect the detector to a computer to replace it.',
} as const

const withdrawnAt = '2026-11-20T08:00:00.000Z'
const row = () => page.getByRole('region', { name: 'My equipment' }).getByRole('listitem')

let world: CustomerWorld
beforeEach(() => {
  world = createCustomer()
})
afterEach(letGo)

const open = () => openApp('/productUpdate/index', { as: 'customer', calls: world.calls })

function install(): void {
  const currentFirmware = { id: 99, versionName: '9.5', language: 'English' }
  const recall = { versionName: '9.5', withdrawnAt }
  world.detectors.push(detectorOf(1, { firmwareState: 'installed', currentFirmware, recall }))
}

/** Also where there is nothing to install, and no button to wait for. */
async function connect(): Promise<void> {
  await import('../../../detector/simulatedDetector.ts')
  setFaults()
  await page.getByRole('button', { name: 'Use the simulated detector' }).click()
  await expect.poll(() => headline().element().textContent).not.toMatch(/…$/)
}

it('tells the owner before the detector is connected, in the next step and in the list', { tags: 'rest' }, async () => {
  install()
  await open()
  await expect.element(headline()).toMatchTextContent(w.recalled)
  await expect.element(nextStep()).toMatchTextContent(w.sentence)
  await expect.element(row()).toMatchTextContent(`9.5${w.mark}`)
  expect(row().element().textContent).not.toContain(w.onPhone)
  await expectNoAxeFindings('a withdrawn version')
})

it('tells the owner on a phone, in the list', async () => {
  loseWebHid({ isPhone: true })
  install()
  await open()
  await expect.element(page.getByRole('listitem').filter({ hasText: w.onPhone })).toBeVisible()
})

it('replaces it with an older version at one click, and is silent about it from then on', { tags: 'rest' }, async () => {
  await world.publish('9.4', 500, { release: releaseOf('released') })
  install()
  await open()
  await connect()
  await expect.element(headline()).toMatchTextContent('Replace 9.5 with 9.4')
  await expect.element(nextStep()).toMatchTextContent('9.5 was withdrawn. Please go back to 9.4 for now.')
  await expect.element(page.getByRole('region', { name: 'Connected detector' })).toMatchTextContent(`9.5${w.mark}`)
  await expectNoAxeFindings('what replaces it')
  await nextStep().getByRole('button', { name: 'Install 9.4' }).click()
  await page.getByRole('button', { name: 'Yes, it restarted' }).click()
  await dialog('The update is complete').getByRole('button', { name: 'Done' }).click()
  await expect.element(headline()).toMatchTextContent('WS6 Master has 9.4')
  await expect.element(row()).toMatchTextContent('9.4')
  expect(row().element().textContent).not.toContain(w.mark)
})

it('says that nothing can be installed in its place, why, and whom to ask, until there is a newer version', { tags: 'rest' }, async () => {
  install()
  await open()
  await connect()
  await expect.element(headline()).toMatchTextContent('9.5 was withdrawn')
  await expect.element(nextStep()).toMatchTextContent('There is nothing to install in its place yet.')
  await expect.element(nextStep().getByRole('link', { name: w.contact })).toBeVisible()
  await expectNoAxeFindings('nothing in its place')
  await world.publish('9.4', 500, { release: releaseOf('released', { holds: [holdOf([3])] }) })
  await queryClient.invalidateQueries({ queryKey: offeredKey })
  await expect.element(nextStep()).toMatchTextContent(w.hold)
  await expect.element(nextStep().getByRole('link', { name: w.contact })).toBeVisible()
  await world.publish('9.6', 500)
  await queryClient.invalidateQueries({ queryKey: offeredKey })
  await expect.element(headline()).toMatchTextContent('Replace 9.5 with 9.6')
})

it('reads of the withdrawal, not of the successful installation before it', async () => {
  install()
  await open()
  const owner = sessionStore.dataOwner()?.id ?? 0
  const target = { userProductId: 1, productName: 'WS6 Master', versionName: '9.5', language: 'English', before: null }
  lastEnd.set({ owner, target, changeLog: null, hasRestarted: true, at: '2026-11-25T12:44:00.000Z', tookMs: 13_000 })
  await expect.element(headline()).toMatchTextContent(w.recalled)
  lastEnd.set(null)
})
