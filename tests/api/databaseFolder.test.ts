// @module-tag rest
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { connectDatabase } from '../../src/server/db/connect.ts'
import { rateLimits, settings } from '../../src/server/db/tables.ts'
import { onEmbedded } from '../support/databases.ts'
import { startCommand } from '../support/scripts.ts'

const patience = { timeout: 300_000, interval: 5 }
const startWriter = (dataDir: string, round = '') => startCommand('embeddedWriter', [dataDir, round])

onEmbedded('folder', ({ createPlace }) => {
  it('refuses a second process on the same folder, and lets the next one in after a crash of the first', async () => {
    const { dataDir } = await createPlace()
    const first = startWriter(dataDir)
    await vi.waitFor(() => expect(first.lines()).toContain('open'), patience)

    const second = startWriter(dataDir)
    await second.closed
    expect(second.lines()).toEqual([expect.stringMatching(/^The data folder .+ is in use by another Fieldport\./)])
    expect(second.lines()[0]).toContain(dataDir)
    await expect(connectDatabase({ dataDir })).rejects.toThrow('is in use')

    await first.kill()
    const { close } = await connectDatabase({ dataDir })
    await expect(connectDatabase({ dataDir }), 'the same process counts too').rejects.toThrow('is in use')
    await close()
  })

  it('starts after the very first start was killed half way', async () => {
    const dataDir = join((await createPlace()).dataDir, 'of the first start')
    const killed = startWriter(dataDir)
    await vi.waitFor(() => expect(existsSync(join(dataDir, 'database.unfinished', 'base'))).toBe(true), patience)
    await killed.kill()
    expect(killed.lines()).toEqual([])
    expect(existsSync(join(dataDir, 'database'))).toBe(false)

    const { db, close } = await connectDatabase({ dataDir })
    await expect(db.$count(settings)).resolves.toBe(0)
    await close()
  })

  it('unpacks the files that were made once with the build', async () => {
    const { dataDir } = await createPlace()
    const [one, other] = [join(dataDir, 'one'), join(dataDir, 'other')]
    for (const folder of [one, other]) {
      const writer = startWriter(folder)
      await vi.waitFor(() => expect(writer.lines()).toContain('open'), patience)
      await writer.kill()
    }
    expect(madeAs(one)).toEqual(madeAs(other))
  })

  it('has every acknowledged write, and no half one, each time it is killed while writing', async () => {
    const { dataDir } = await createPlace()
    const acknowledged: string[] = []
    for (const [round, writes] of [150, 20, 400, 3, 80].entries()) {
      const writer = startWriter(dataDir, String(round))
      await vi.waitFor(() => expect(writer.lines().length).toBeGreaterThan(writes), patience)
      await writer.kill()
      acknowledged.push(...writer.lines().filter((line) => line !== 'open'))

      const { db, close } = await connectDatabase({ dataDir })
      const rows = await db.select({ key: rateLimits.key }).from(rateLimits)
      await close()
      const kept = new Set(rows.map(({ key }) => key))
      expect(acknowledged.filter((pair) => !kept.has(`${pair}-left`))).toEqual([])
      expect([...kept].filter((key) => !kept.has(otherHalf(key)))).toEqual([])
    }
    // 'open' is one of the lines that each round waits for.
    expect(acknowledged.length).toBeGreaterThanOrEqual(653)
  })
})

/** The number that PostgreSQL gives to a database when it makes its files. */
function madeAs(dataDir: string): Buffer {
  return readFileSync(join(dataDir, 'database/global/pg_control')).subarray(0, 8)
}

function otherHalf(key: string): string {
  return key.endsWith('left') ? key.replace('left', 'right') : key.replace('right', 'left')
}
