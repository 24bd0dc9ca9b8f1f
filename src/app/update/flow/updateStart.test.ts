/** Whether an update may begin is decided before the first erase; what has begun is recorded, whatever has become of its release. */
import { EventEmitter, once } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createUpdateWorld,
  file,
  firmware,
  recordCall,
  reportCall,
  unplugged,
  type UpdateWorld,
  userProduct,
} from '../../../../tests/support/updateWorld.ts'

let world: UpdateWorld
beforeEach(() => {
  world = createUpdateWorld()
})

const noteCall = reportCall('firmwareAfter=unknown')
const withoutNotes = () => world.seen.filter((call) => call !== noteCall)

/** The next visit, on what the page has left on the disk. */
async function reopened(onCopied = () => {}): Promise<UpdateWorld> {
  const later = createUpdateWorld()
  later.isHalted = true
  later.nowMs = world.nowMs + 60_000
  const entries = new Map<number, number>()
  for (const { sequence, ...row } of await world.outboxRows.all()) entries.set(sequence, (await later.outboxRows.add(row)).sequence)
  for (const { sequence: _, ...row } of await world.journalRows.all())
    await later.journalRows.add({ ...row, record: entries.get(row.record) ?? row.record })
  onCopied()
  const { flow, outbox } = later.openPage()
  await flow.resume()
  await outbox.flush()
  expect(flow.state().step).toBe('idle')
  expect(outbox.snapshot()).toMatchObject({ waiting: [], refused: [] })
  expect(await later.outboxRows.all()).toEqual([])
  expect(flow.outcomes()).toEqual([])
  return later
}

describe('a firmware that was halted', () => {
  beforeEach(() => {
    world.isHalted = true
  })

  it('is not sent to the detector, and nothing is left of the start', async () => {
    const { flow, outbox } = world.openPage()
    await flow.start(userProduct, firmware)
    const failure = { cause: 'release.not.offered.error', during: 'record', errorType: null, firmwareAfter: 'unchanged' }
    expect(flow.state()).toMatchObject({ step: 'failed', failure })
    expect(outbox.snapshot().refused).toEqual([])
    await outbox.flush()
    expect(world.seen).toEqual([])
    expect([...(await world.outboxRows.all()), ...(await world.journalRows.all())]).toEqual([])
    expect(outbox.snapshot().refused).toEqual([])
  })

  it('leaves nothing where the page was closed between the refusal and what it says', async () => {
    const page = world.openPage()
    // The page ends here: what it would do next never happens.
    world.journalRows.delete = () => new Promise(() => {})
    void page.flow.start(userProduct, firmware)
    await expect.poll(async () => (await world.outboxRows.all()).length + (await world.journalRows.all()).length).toBe(1)
    expect(await world.journalRows.all()).toMatchObject([{ stage: { name: 'opening' } }])
    const later = await reopened()
    expect(later.seen).toEqual([])
  })

  it('leaves nothing where the page was closed as the refusal was stored', async () => {
    const page = world.openPage()
    page.outbox.release = () => new Promise(() => {})
    void page.flow.start(userProduct, firmware)
    await expect.poll(() => world.outboxRows.all()).toMatchObject([{ state: { status: 'refused' } }])
    const later = await reopened()
    expect(later.seen).toEqual([])
  })

  it('is recorded as what it is where the page was closed before the answer: nothing was begun', async () => {
    const server = new EventEmitter()
    world.held = once(server, 'answer')
    void world.openPage().flow.start(userProduct, firmware)
    await expect.poll(() => world.journalRows.all()).toHaveLength(1)
    const later = await reopened(() => server.emit('answer'))
    expect(later.starts).toEqual([false])
    expect(later.seen).toEqual([recordCall, reportCall('success=false&errorType=REPROGRAMMATION_ERROR&firmwareAfter=unchanged')])
  })

  it('is installed where the page has gone on without the server’s answer, and the record is accepted once', async () => {
    const server = new EventEmitter()
    world.held = once(server, 'answer')
    const { promise, resolve: giveUp } = Promise.withResolvers<void>()
    world.timeout = promise
    const { flow, outbox } = world.openPage()
    const started = flow.start(userProduct, firmware)
    await expect.poll(() => world.journalRows.all()).toHaveLength(1)
    giveUp()
    await expect.poll(() => world.seen).toContain('update')
    server.emit('answer')
    await started
    await flow.answerRestart(true)
    await outbox.flush()
    expect(world.starts).toEqual([false])
    expect(withoutNotes()).toEqual(['update', 'disconnect', recordCall, reportCall('success=true')])
    expect(await world.outboxRows.all()).toEqual([])
  })

  it('is installed and recorded without a network, as before', async () => {
    world.fileAnswer = () => {
      world.isServerGone = true
      return new Response(file)
    }
    const { flow } = world.openPage()
    await flow.start(userProduct, firmware)
    await flow.answerRestart(true)
    world.isServerGone = false
    await world.openPage().outbox.flush()
    expect(world.starts).toEqual([false])
    expect(withoutNotes()).toEqual(['update', 'disconnect', recordCall, reportCall('success=true')])
  })
})

it('is a start while the page waits for the server, and says whether the detector has a firmware', async () => {
  const { flow } = world.openPage()
  const erased = { state: 'none', firmwareId: 30, versionName: '5.1', outcome: null } as const
  await flow.start(userProduct, firmware, erased)
  expect(world.starts).toEqual([true])
  expect(world.seen[0]).toBe(`${recordCall}&isErased=true`)
})

it.each([true, false])('says whether the detector is a simulated one (%s), and what the page is shown in', async (isSimulated) => {
  world.isSimulated = isSimulated
  await world.openPage().flow.start(userProduct, firmware)
  expect(world.said).toEqual([{ isSimulated: String(isSimulated), browser: 'edge' }])
})

it.each([
  ['succeeds', { phase: 'succeeded' }, 'success=true'],
  ['fails', unplugged, 'success=false&errorType=DECONNECTION_ERROR&firmwareAfter=none'],
] as const)('an update that %s is not touched by a halt in its middle', async (_, outcome, result) => {
  world.outcome = async () => {
    world.isHalted = true
    return outcome
  }
  const { flow, outbox } = world.openPage()
  await flow.start(userProduct, firmware)
  await flow.answerRestart(true)
  await outbox.flush()
  expect(world.seen).toContain('update')
  expect(world.seen.at(-1)).toBe(reportCall(result))
  expect(await world.outboxRows.all()).toEqual([])
})
