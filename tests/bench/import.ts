/**
 * `npm run bench:import`: imports 100,000 customers with a detector each into PostgreSQL, a tenth of them with a coil and a code: dry run,
 * import, and once more. Prints seconds and the most memory of each; fails beyond ten minutes for the import.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { products } from '../../src/server/db/tables.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { createDatabase, startPostgres } from '../support/postgres.ts'

const customers = Number(process.env['CUSTOMERS'] ?? 100_000)
const secondsMax = 600
const printMemory = `data:text/javascript,process.on('exit',()=>console.error('rss '+process.resourceUsage().maxRSS))`

async function writeFiles(folder: string): Promise<void> {
  const names = ['customers', 'detectors', 'coils', 'warrantyCodes'] as const
  const [people, detectors, coils, codes] = names.map((name) => createWriteStream(join(folder, `${name}.csv`)))
  people?.write('username,firstname,lastname,phonePrefix,phoneNumber,country\n')
  detectors?.write('username,serialNumber,product,purchaseDate\n')
  coils?.write('username,coilSerial,purchaseDate\n')
  codes?.write('code,usedAt,username,coilSerial\n')
  for (let number = 0; number < customers; number += 1) {
    const username = `customer.${number}@example.net`
    const hex = number.toString(16).toUpperCase().padStart(10, '0')
    const phone = `06${String(10_000_000 + number * 7).padStart(8, '0')}`
    people?.write(`${username},Firstname${number},Lastname${number % 9_973},+33,${phone},FR\n`)
    if (detectors?.write(`${username},${hex},Finder 6,2025-0${1 + (number % 9)}-15\n`) === false) await once(detectors, 'drain')
    if (number % 10 !== 0) continue
    coils?.write(`${username},C${hex},2025-03-01\n`)
    codes?.write(`BENCH${hex},2025-04-01,${username},C${hex}\n`)
  }
  await Promise.all([people, detectors, coils, codes].map(async (stream) => stream && (stream.end(), once(stream, 'close'))))
}

async function run(databaseUrl: string, folder: string, parts: readonly string[]): Promise<{ seconds: number; memoryMib: number }> {
  const startedAt = performance.now()
  const command = ['--import', printMemory, 'src/server/commands/importData.ts', folder, ...parts]
  const env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl, DATA_DIR: folder }
  const child = spawn(process.execPath, command, { env })
  const [out, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  if (code !== 0) throw new Error(`the import failed: ${complaint}\n${out.slice(-2_000)}`)
  console.log(out.split('\n').slice(-6).join('\n'))
  const kibibytes = Number(/rss (\d+)/.exec(complaint)?.[1])
  return { seconds: (performance.now() - startedAt) / 1000, memoryMib: kibibytes / 1024 }
}

const folder = await mkdtemp(join(tmpdir(), 'fieldport-import-bench-'))
const postgres = await startPostgres()
try {
  const databaseUrl = await createDatabase(postgres.urlOf('postgres'), 'bench')
  const model = { name: 'Finder 6', typeName: 'WS6', typeId: 6 }
  await inDatabase({ databaseUrl, dataDir: folder }, (db) => db.insert(products).values(model))
  await writeFiles(folder)
  for (const [name, parts] of Object.entries({ 'dry run': [], import: ['--yes'], again: ['--yes'] })) {
    const { seconds, memoryMib } = await run(databaseUrl, folder, parts)
    console.log(`import ${customers} customers, ${name}: ${seconds.toFixed(0)} s, ${memoryMib.toFixed(0)} MiB`)
    if (name === 'import' && seconds > secondsMax) process.exitCode = 1
  }
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
