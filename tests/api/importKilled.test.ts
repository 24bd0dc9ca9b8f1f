// @module-tag rest
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { outgoingMessages, userProducts, users } from '../../src/server/db/tables.ts'
import { onPostgres } from '../support/databases.ts'
import { importingOn } from '../support/importing.ts'
import { scriptPath } from '../support/scripts.ts'

const people = 6_000

onPostgres((database) => {
  const { run, folder, writeLines, place, inDatabase } = importingOn(database)

  /** Kills it when it says that the first thousand lines of a file are done. */
  async function runAndKill(mark: string): Promise<void> {
    const env = { ...process.env, NODE_ENV: 'production', ...place().environment }
    const child = spawn(process.execPath, [scriptPath('importData'), folder(), '--yes'], { env })
    const exited = once(child, 'exit')
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      if (out.includes(mark)) child.kill('SIGKILL')
    })
    const [, signal] = await exited
    expect(signal).toBe('SIGKILL')
  }

  it('goes on where it was killed, twice, and ends with each record and each mail once', async () => {
    const numbers = Array.from({ length: people }, (_, index) => index)
    const customers = numbers.map((index) => `person${index}@example.com,Some,Body,+33,0639980002,FR`)
    await writeLines('customers.csv', 'username,firstname,lastname,phonePrefix,phoneNumber,country', ...customers)
    const detectors = numbers.map((index) => `person${index}@example.com,${index.toString(16).padStart(10, '0')},6`)
    await writeLines('detectors.csv', 'username,serialNumber,product', ...detectors)
    await writeLines('coils.csv', 'username,coilSerial,purchaseDate', '')
    await writeLines('warrantyCodes.csv', 'code', '')
    const count = () =>
      inDatabase(async (db) => ({
        accounts: await db.$count(users),
        owned: await db.$count(userProducts),
        mails: await db.$count(outgoingMessages),
      }))

    await runAndKill('customers.csv: 1000 lines')
    const first = await count()
    expect(first.accounts).toBeGreaterThanOrEqual(1_000)
    expect(first).toEqual({ accounts: first.accounts, owned: 0, mails: first.accounts })
    await runAndKill('detectors.csv: 1000 lines')
    const second = await count()
    expect(second).toEqual({ accounts: people, owned: second.owned, mails: people })
    expect(second.owned).toBeLessThan(people)

    const { out, code } = await run(folder(), '--yes')
    expect(code).toBe(0)
    expect(out).toContain(`customers.csv: 0 added, ${people} already there, 0 wrong.`)
    expect(out).toContain(`detectors.csv: ${people - second.owned} added, ${second.owned} already there, 0 wrong.`)
    expect(await count()).toEqual({ accounts: people, owned: people, mails: people })
    const serials = await inDatabase((db) => db.selectDistinct({ serial: userProducts.serialNumber }).from(userProducts))
    expect(serials).toHaveLength(people)
  })
})
