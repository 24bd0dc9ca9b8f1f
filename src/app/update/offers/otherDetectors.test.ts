import { expect, it } from 'vitest'
import { createUpdateWorld, firmware, userProduct } from '../../../../tests/support/updateWorld.ts'
import type { UserProduct } from '../../../contract/userProduct.ts'
import { knowledgeOf, knownFirmware } from './knownFirmware.ts'
import { otherDetectors } from './otherDetectors.ts'

const recall = { versionName: '5.1', withdrawnAt: '2026-11-20T08:00:00.000Z' }
const currentFirmware = { id: 30, versionName: '5.1', language: 'fr' }
const withdrawn: UserProduct = { ...userProduct, firmwareState: 'installed', currentFirmware, recall }

/** What the page knows after `versionName` was installed on this computer, if it was, and before the server has been asked again. */
async function knowledgeAfter(versionName: string | null) {
  const { flow } = createUpdateWorld().openPage()
  if (versionName !== null) {
    await flow.start(userProduct, { ...firmware, versionName }, null)
    await flow.answerRestart(true)
  }
  return knowledgeOf(flow)
}

it('lists a detector with a withdrawn version, by its name and number', async () => {
  const { productName, serialNumber, serialNumberFormatted } = userProduct
  const names = { productName, serialNumber, serialNumberFormatted }
  const { recalled } = otherDetectors([withdrawn, userProduct], await knowledgeAfter(null))
  expect(recalled).toEqual([{ ...names, userProductId: userProduct.id, ...recall }])
})

it.each<readonly [what: string, product: UserProduct]>([
  ['no recall', { ...withdrawn, recall: null }],
  ['a recall of another version', { ...withdrawn, recall: { ...recall, versionName: '5.0' } }],
  ['no firmware on it', { ...withdrawn, firmwareState: 'unknown', currentFirmware: null }],
])('does not list it with %s', async (_, product) => {
  expect(otherDetectors([product], await knowledgeAfter(null)).recalled).toEqual([])
})

it.each([
  ['waits for its end where no tab updates a detector', false, 'waiting'],
  ['is still under way where another tab does', true, 'updating'],
] as const)('an update that no tab has ended yet %s', async (_, isOtherTabUpdating, listed) => {
  const world = createUpdateWorld()
  const { flow } = world.openPage()
  await flow.start(userProduct, firmware)
  for (const row of await world.journalRows.all()) await world.journalRows.replace({ ...row, stage: { name: 'running', place: null } })
  world.isOtherTabUpdating = isOtherTabUpdating
  await flow.findOutcomes()
  const date = '2026-11-21T10:00:00.000Z'
  const openUpdate = { heardAt: date, silentMs: 10_000, percent: 40, hasErased: true }
  const lastUpdate = { id: 55, date, firmware: { id: 31, versionName: '5.2', language: 'fr' } }
  const { waiting, updating } = otherDetectors([{ ...userProduct, lastUpdate, openUpdate }], knowledgeOf(flow))
  expect({ waiting: waiting.length, updating: updating.length }).toEqual({ waiting: 0, updating: 0, [listed]: 1 })
})

it('believes this computer’s own update before the server has heard of it', async () => {
  const [replaced, again] = [await knowledgeAfter('5.2'), await knowledgeAfter('5.1')]
  expect(replaced.outcomes).toHaveLength(1)
  expect(otherDetectors([withdrawn], replaced).recalled).toEqual([])
  expect(knownFirmware(withdrawn, replaced)).toEqual({ state: 'installed', versionName: '5.2', language: 'fr' })
  expect(otherDetectors([withdrawn], again).recalled).toHaveLength(1)
})
