// @module-tag rest
/** What is deleted and can no longer be restored is withdrawn. */
import { beforeEach, expect, it } from 'vitest'
import { withdrawDeleted } from '../../src/server/jobs/withdrawDeleted.ts'
import { firmwareBody } from '../support/catalogue.ts'
import { openReleaseDesk } from '../support/releaseDesk.ts'
import { serverOnPostgres } from '../support/servers.ts'

const hourMs = 3_600_000

serverOnPostgres((server) => {
  let desk: Awaited<ReturnType<typeof openReleaseDesk>>
  beforeEach(async () => {
    desk = await openReleaseDesk(server)
  })

  const stateOf = async (id: number) => (await desk.releaseOf(id)).state
  async function passHours(hours: number): Promise<void> {
    server.pass(hours * hourMs)
    await withdrawDeleted(server.context)
  }

  it('is withdrawn a day after its last language was deleted, with an entry in the history, and not before', async () => {
    const french = { ...firmwareBody({ versionName: '5.0', productIds: [desk.productId], isActive: false }), language: 'Français' }
    const en = await desk.draft({ versionName: '5.0' })
    const { id: fr } = await desk.admin.firmware.create({ body: french })
    await desk.take(en, 'released')
    const draft = await desk.draft()
    for (const id of [draft, fr]) await desk.admin.firmware.remove({ params: { id } })
    await passHours(25)
    expect(await stateOf(en)).toBe('released')
    await desk.admin.firmware.remove({ params: { id: en } })
    await passHours(23)
    expect(await stateOf(en)).toBe('halted')
    await passHours(2)
    expect([await stateOf(en), await stateOf(draft)]).toEqual(['withdrawn', 'draft'])
    const [entry] = await desk.admin.audit.getForRecord({ params: { entity: 'firmware', id: en } })
    expect(entry).toMatchObject({ by: null, before: { state: 'halted' }, after: { state: 'withdrawn' } })
    await passHours(2)
    const [latest] = await desk.admin.audit.getForRecord({ params: { entity: 'firmware', id: en } })
    expect(latest).toEqual(entry)
  })

  it('stays halted where it was restored within the day', async () => {
    const id = await desk.draft()
    await desk.take(id, 'released')
    await desk.admin.firmware.remove({ params: { id } })
    server.pass(23 * hourMs)
    await desk.admin.firmware.restore({ params: { id } })
    await passHours(48)
    expect(await stateOf(id)).toBe('halted')
  })
})
