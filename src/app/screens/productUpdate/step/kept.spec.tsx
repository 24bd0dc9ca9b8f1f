/** What the page says of firmwares that are kept from the connected detector. Its sentences in both languages: offerWords.test.tsx. */
import { afterEach, expect, it } from 'vitest'
import { createCustomer, publishIn } from '../../../../../tests/component/customer.ts'
import { requirementWords } from '../../../../../tests/component/requirementWords.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { connectSimulated, headline, letGo, nextStep, update } from '../../../../../tests/component/updatePage.ts'
import { holdOf, releaseOf, required } from '../../../../../tests/support/releases.ts'
import type { OfferedFirmware } from '../../../../contract/firmware.ts'
import { offeredKey } from '../../../update/ownQueries.ts'
import { queryClient } from '../../../api/queryClient.ts'
import { isServerReached } from '../../../api/serverReachability.ts'

afterEach(async () => {
  isServerReached.setState(() => true)
  await letGo()
})

const w = requirementWords.en
const release = (requirements: Parameters<typeof required>[0]) => releaseOf('released', { requirements: required(requirements) })

it('says what is kept from a detector and why, beside what can be installed, as the list changes', { tags: 'rest' }, async () => {
  const world = createCustomer()
  /** Newest first; each has a version of its own. */
  async function list(...releases: OfferedFirmware['release'][]): Promise<void> {
    world.firmwares.length = 0
    for (const [index, one] of releases.toReversed().entries()) await publishIn(world, releases.length === 1 ? '9.1' : `9.${index}`, one)
    await queryClient.invalidateQueries({ queryKey: offeredKey })
  }
  const held = releaseOf('released', { holds: [holdOf([3])] })
  await list(held, releaseOf('released'))
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(w.install)
  await expect.element(nextStep()).toMatchTextContent(w.hold)

  // It is held while the page is open.
  await list(held)
  await expect.element(headline()).toMatchTextContent(w.nothing)
  await expect.element(nextStep()).toMatchTextContent(w.hold)
  expect(update().elements()).toEqual([])

  await list(release({ minimumInstalledVersion: '5.0' }), releaseOf('released'))
  await expect.element(headline()).toMatchTextContent(w.install)
  await expect.element(nextStep()).toMatchTextContent(`${w.minimum} ${w.after}`)

  await list(release({ minimumAppBuild: Number.MAX_SAFE_INTEGER }))
  await expect.element(nextStep()).toMatchTextContent(w.build)
  await expect.element(nextStep().getByRole('button', { name: w.reload })).toBeEnabled()
  isServerReached.setState(() => false)
  await expect.element(nextStep()).toMatchTextContent(w.buildOffline)
  expect(nextStep().getByRole('button', { name: w.reload }).elements()).toEqual([])
})
