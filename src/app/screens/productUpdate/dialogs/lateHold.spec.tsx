// @module-tag rest
/** A hold that comes while the page is open. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { createCustomer, type CustomerWorld, publishIn } from '../../../../../tests/component/customer.ts'
import { requirementWords } from '../../../../../tests/component/requirementWords.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { connectSimulated, dialog, letGo, update, neverGoOnWithoutServer } from '../../../../../tests/component/updatePage.ts'
import { holdOf, releaseOf } from '../../../../../tests/support/releases.ts'
import { AppError } from '../../../../errors.ts'
import { offeredKey } from '../../../update/ownQueries.ts'
import { queryClient } from '../../../api/queryClient.ts'

let world: CustomerWorld
beforeEach(() => {
  world = createCustomer()
})
afterEach(letGo)

const w = requirementWords.en

/** A hold on the newest release, which comes while the page is open. */
function holdNewest(state: 'released' | 'beta'): void {
  const [newest] = world.firmwares
  if (newest !== undefined) world.firmwares[0] = { ...newest, release: releaseOf(state, { holds: [holdOf([3])] }) }
}

function refuse(): never {
  throw new AppError('release.not.offered.error')
}

it('says the true reason when the server refuses the start because of a hold', async () => {
  await publishIn(world, '9.1', releaseOf('released'))
  await openApp('/productUpdate/index', { as: 'customer', calls: [world.calls, { productUpdate: { create: refuse } }] })
  await connectSimulated()
  holdNewest('released')
  neverGoOnWithoutServer()
  await update().click()
  await expect.element(dialog(w.notStarted)).toMatchTextContent(w.hold)
  expect(window.simulatedDetector?.applicationValid).toBe(true)
})

it('starts nothing that came to be held back while the page asked whether to install it', async () => {
  await publishIn(world, '9.0', releaseOf('released'))
  await world.publish('9.1', 500, { isBetaTest: true, release: releaseOf('beta') })
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
  await connectSimulated()
  await update().click()
  const install9 = page.getByRole('alertdialog').getByRole('button', { name: /9\.1/ })
  await expect.element(install9).toBeVisible()
  holdNewest('beta')
  await queryClient.invalidateQueries({ queryKey: offeredKey })
  await install9.click()
  await expect.element(dialog(w.notStarted)).toMatchTextContent(w.reason)
  expect(window.simulatedDetector?.applicationValid).toBe(true)
  expect(world.updates).toHaveLength(1)
})
