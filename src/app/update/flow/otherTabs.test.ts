/** Two tabs of one browser with the same detector: they share the journal, and tell each other when it has changed. */
import { beforeEach, expect, it } from 'vitest'
import { createUpdateWorld, firmware, reportCall, unplugged, type UpdateWorld, userProduct } from '../../../../tests/support/updateWorld.ts'
import type { UpdateFlow } from './updateFlow.ts'

let world: UpdateWorld
let first: UpdateFlow
let second: UpdateFlow
beforeEach(() => {
  world = createUpdateWorld()
  first = world.openPage().flow
  second = world.openPage().flow
})
const steps = () => [first.state().step, second.state().step]

it('asks in both whether the detector has restarted, and offers nothing in either before the answer', async () => {
  await first.start(userProduct, firmware)
  await second.followOtherTab()
  expect(steps()).toEqual(['asking', 'asking'])
  await second.start(userProduct, firmware)
  expect(world.programmed).toHaveLength(1)
})

it.each([true, false])('ends the question in the one when the other has the answer (restarted: %s)', async (hasRestarted) => {
  await first.start(userProduct, firmware)
  await second.followOtherTab()
  await second.answerRestart(hasRestarted)
  await first.followOtherTab()
  expect(steps()).toEqual(['idle', hasRestarted ? 'restarted' : 'notRestarted'])
  expect(first.outcomes()).toMatchObject([{ firmwareState: hasRestarted ? 'installed' : 'unknown' }])
})

it('shows the success in the tab that answered, also when it hears of another tab while the answer is stored', async () => {
  await first.start(userProduct, firmware)
  const { replace } = world.journalRows
  const stored = Promise.withResolvers<void>()
  world.journalRows.replace = async (row) => {
    await replace(row)
    stored.resolve()
    await first.followOtherTab()
  }
  const answered = first.answerRestart(true)
  await stored.promise
  await answered
  expect(first.state().step).toBe('restarted')
})

it('reports an update whose tab was closed, at once', async () => {
  world.outcome = () => new Promise(() => {})
  void first.start(userProduct, firmware)
  await expect.poll(() => world.seen).toContain('update')
  world.isOtherTabUpdating = true
  await second.followOtherTab()
  const reported = reportCall('success=false&errorType=REPROGRAMMATION_ERROR&firmwareAfter=unknown')
  expect(world.seen).not.toContain(reported)
  world.isOtherTabUpdating = false
  await second.followOtherTab()
  await expect.poll(() => world.seen).toContain(reported)
})

it('leaves a failure to its own tab, which reloads to show it', async () => {
  world.outcome = { ...unplugged, errorType: 'REPROGRAMMATION_ERROR', cause: 'device.unknown.message.error', mustReload: true }
  await first.start(userProduct, firmware)
  await second.followOtherTab()
  expect(second.state().step).toBe('idle')
  await second.resume()
  expect(second.state().step).toBe('failed')
})
