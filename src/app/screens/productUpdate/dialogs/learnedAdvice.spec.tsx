/** The advice after the same failure again: something else each time, then support. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { createCustomer, type CustomerWorld } from '../../../../../tests/component/customer.ts'
import { drawWithoutContact } from '../../../../../tests/component/drawWithoutContact.ts'
import { drawComponent, openApp } from '../../../../../tests/component/render.tsx'
import { connectSimulated, dialog, letGo, setFaults, update } from '../../../../../tests/component/updatePage.ts'
import { updateWords } from '../../../../../tests/e2e/updateWords.ts'
import { connectionFailuresInRow, forgetConnectionFailures } from '../../../detector/connectionFailures.ts'
import { setDetector } from '../../../detector/detectorStore.ts'
import { failureStreaksItem } from '../../../detector/updateJournal.ts'
import { ConnectionErrorHelp } from '../step/ConnectionErrorHelp.tsx'

const w = {
  ...updateWords.en,
  reprogramming: 'Error while reprogramming',
  cable: 'Try another cable or another USB port',
  support: /3 times in a row\. Save the report below and send it to support\./,
  link: 'Contact support',
} as const

let world: CustomerWorld
beforeEach(() => {
  world = createCustomer()
})
afterEach(async () => {
  await letGo()
  forgetConnectionFailures()
})

const cause = 'device.no.reply.error'
function failToConnect(times: number): void {
  for (let time = 0; time < times; time += 1) {
    setDetector({ status: 'connecting' })
    setDetector({ status: 'failed', cause })
  }
}
const said = () => document.body.textContent ?? ''

describe('the same failure again', () => {
  it(
    'of an update: the first advice again, then support with the report, and no cable; a success forgets it',
    { tags: 'rest' },
    async () => {
      await world.publish('12.0', 500)
      await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
      await connectSimulated({ badStatusAt: 'erase' })
      const failed = dialog(w.reprogramming)
      async function fail(): Promise<void> {
        await update().click()
        await expect.element(failed).toBeVisible()
      }
      const goBack = () => failed.getByRole('button', { name: w.backToUpdate }).click()

      for (const time of ['first', 'second']) {
        await fail()
        await expect.element(failed, { message: time }).toMatchTextContent('plug it back in and start the update again')
        await goBack()
      }
      await fail()
      await expect.element(failed).not.toMatchTextContent(w.cable)
      await expect.element(failed).toMatchTextContent(w.support)
      await expect.element(failed.getByRole('link', { name: w.link })).toBeVisible()
      await expect.element(failed.getByRole('button', { name: 'Save the report' })).toBeVisible()
      await expectNoAxeFindings('failed again', { isPart: true })

      await goBack()
      setFaults()
      await update().click()
      await page.getByRole('button', { name: w.yes }).click()
      await page.getByRole('button', { name: w.done, exact: true }).click()
      await connectSimulated({ badStatusAt: 'erase' })
      await fail()
      await expect.element(failed).not.toMatchTextContent(/3 times/)
    },
  )

  it('of a connection: nothing, another cable, then support', async () => {
    const all = [w.cable, w.support]
    const { redraw } = await drawComponent(null, { as: 'customer', calls: world.calls })
    for (const advice of [[], [w.cable], [w.support]]) {
      failToConnect(1)
      redraw(<ConnectionErrorHelp cause={cause} />)
      await expect.poll(() => all.filter((text) => said().match(text) !== null)).toEqual(advice)
      await expect.poll(() => page.getByRole('link', { name: w.link }).query() !== null).toBe(advice[0] === w.support)
    }
  })

  it('names no support where there is none', async () => {
    failToConnect(4)
    await drawWithoutContact(<ConnectionErrorHelp cause={cause} />, world.calls)
    await expect.poll(said).toMatch(/4 times in a row\. Try another computer, and save the report below\./)
    await expect.poll(said).not.toMatch(/support|assistance/i)
  })
})

it('is forgotten when its user signs out', { tags: 'rest' }, async () => {
  await world.publish('12.0', 500)
  const calls = [world.calls, { authentication: { logout: () => ({}) } }]
  await openApp('/productUpdate/index', { as: 'customer', calls })
  await connectSimulated({ badStatusAt: 'erase' })
  await update().click()
  const failed = dialog(w.reprogramming)
  await failed.getByRole('button', { name: updateWords.en.backToUpdate }).click()
  expect(failureStreaksItem.get()).toContain('device.bad.status.error')
  failToConnect(2)
  expect(connectionFailuresInRow()).toBe(2)
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect.element(page.getByLabelText('Email')).toBeVisible()
  expect(failureStreaksItem.get()).toBeNull()
  expect(connectionFailuresInRow()).toBe(0)
})
