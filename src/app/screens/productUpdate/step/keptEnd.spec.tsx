// @module-tag rest
/** How the last update ended: kept on the page, in all tabs, for as long as it is true. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type CustomerWorld, createCustomer, detectorOf } from '../../../../../tests/component/customer.ts'
import { held } from '../../../../../tests/component/fakeApi.ts'
import { drawn } from '../../../../../tests/component/frames.ts'
import { openApp, prepare } from '../../../../../tests/component/render.tsx'
import { connectSimulated, dialog, headline, letGo, nextStep, press, update } from '../../../../../tests/component/updatePage.ts'
import { updateWords } from '../../../../../tests/e2e/updateWords.ts'
import { queryClient } from '../../../api/queryClient.ts'
import { sessionStore } from '../../../api/sessionStore.ts'
import { forgetQueries } from '../../../offline/queryPersister.ts'
import { persistedQueryStore } from '../../../offline/queryPersisterStore.ts'
import { connectSimulatedDetector } from '../../../detector/device.ts'
import { lastEnd, updateFlow } from '../../../update/flow/appUpdateFlow.ts'
import { ownProducts } from '../../../update/ownQueries.ts'
import type { LastEnd } from '../../../update/records/lastEnd.ts'
import type { UserProduct } from '../../../../contract/userProduct.ts'
import type { Locale } from '../../../../contract/rules.ts'

let world: CustomerWorld

beforeEach(() => {
  world = createCustomer()
})
afterEach(letGo)

const open = (locale: Locale) => openApp('/productUpdate/index', { as: 'customer', calls: world.calls, locale })

const { en } = updateWords

it('keeps saying that a detector did not restart until it is seen again', async () => {
  await world.publish('11.5', 100)
  await open('en')
  await connectSimulated()
  await update().click()
  await dialog(en.didItRestart).getByRole('button', { name: en.no, exact: true }).click()
  await expect.element(dialog(en.didNotRestart)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(headline()).toMatchTextContent(en.didNotRestart)
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls, isReturning: true })
  await expect.element(headline()).toMatchTextContent(en.didNotRestart)
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(en.install('11.5'))
  await press(page.getByRole('button', { name: 'Disconnect' }))
  await expect.element(headline()).toMatchTextContent(en.connectHeadline)
})

it('lets another version be chosen where the detector was connected before the question was answered', async () => {
  await world.publish('13.0', 100)
  await world.publish('13.1', 100)
  await open('en')
  await connectSimulated()
  await update().click()
  await expect.element(dialog(en.didItRestart)).toBeVisible()
  await connectSimulatedDetector()
  await press(dialog(en.didItRestart).getByRole('button', { name: en.yes }))
  await press(dialog(en.complete).getByRole('button', { name: en.done }))
  await expect.element(headline()).toMatchTextContent(en.upToDate)
  await nextStep().getByText(en.otherVersions).click()
  await nextStep().getByLabelText(en.version).selectOptions('13.0 · 04/03/2026')
  await expect.element(headline()).toMatchTextContent(en.install('13.0'))
  await press(page.getByRole('button', { name: 'Disconnect' }))
  await expect.element(headline()).toMatchTextContent(en.connectHeadline)
})

it.each([
  { hasRestarted: true, firmwareState: 'installed', says: 'WS6 Master has 14.0' },
  { hasRestarted: false, firmwareState: 'unknown', says: en.didNotRestart },
] as const)(
  'keeps how the update of another tab ended when a detector is unplugged (restarted: $hasRestarted)',
  async ({ hasRestarted, firmwareState, says }) => {
    const firmware = { id: 1, versionName: '14.0', language: 'English' }
    world.detectors.push(detectorOf(1, { firmwareState, currentFirmware: hasRestarted ? firmware : null }))
    await world.publish('14.0', 100)
    await open('en')
    await connectSimulated()
    // What the other tab has stored.
    lastEnd.set(endOf('14.0', hasRestarted))
    window.simulatedDetector?.unplug()
    await expect.element(headline()).toMatchTextContent(says)
  },
)

it.each([
  { hasRestarted: true, firmwareState: 'installed', before: '15.0', after: '15.1', says: 'WS6 Master has 15.0' },
  { hasRestarted: false, firmwareState: 'unknown', before: '15.0', after: '15.0', says: en.didNotRestart },
] as const)(
  'forgets how an update ended once another computer has updated the detector (restarted: $hasRestarted)',
  async ({ hasRestarted, firmwareState, before, after, says }) => {
    world.detectors.push(detectorOf(1, { firmwareState, currentFirmware: hasRestarted ? installed(before) : null }))
    await open('en')
    lastEnd.set(endOf(before, hasRestarted))
    await expect.element(headline()).toMatchTextContent(says)
    await queryClient.refetchQueries(ownProducts)
    await expect.element(headline()).toMatchTextContent(says)
    world.detectors[0] = detectorOf(1, { firmwareState: 'installed', currentFirmware: installed(after) })
    await queryClient.refetchQueries(ownProducts)
    await expect.element(headline()).toMatchTextContent(en.connectHeadline)
  },
)

const installed = (versionName: string) => ({ id: 1, versionName, language: 'English' })

/** How this user's update of the detector ended, in another tab or at an earlier visit. */
function endOf(versionName: string, hasRestarted: boolean): LastEnd {
  const target = { userProductId: 1, productName: 'WS6 Master', versionName, language: 'English', before: null }
  const owner = sessionStore.dataOwner()?.id ?? 0
  return { owner, target, changeLog: null, hasRestarted, at: '2026-11-25T12:44:00.000Z', tookMs: 13_000 }
}

it('says nothing of what this computer has left before the server has been asked: another one may have finished it', async () => {
  await world.publish('15.0', 100)
  await open('en')
  await connectSimulated({ unplugAtPercent: 40 })
  await update().click()
  await expect.element(dialog(/./)).toMatchTextContent('has no firmware')
  await userEvent.keyboard('{Escape}')
  // As a computer that has kept no list.
  await prepare({ as: 'customer', isReturning: true })
  await forgetQueries(persistedQueryStore, sessionStore.dataOwner()?.id ?? 0)
  const { answer, release } = held<UserProduct[]>()
  const calls = [world.calls, { userProduct: { getUserProductsForUser: answer } }]
  await openApp('/productUpdate/index', { as: 'customer', calls, isReturning: true })
  await expect.poll(() => updateFlow.outcomes()).toHaveLength(1)
  await drawn()
  await expect.element(headline()).toMatchTextContent('The detector was unplugged')
  release([...world.detectors])
  await expect.element(nextStep()).toMatchTextContent('has no firmware')
})
