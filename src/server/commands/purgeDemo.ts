/**
 * `npm run purge-demo`: lists the demo data in the database that the environment names; with `-- --yes` removes it. That is the accounts
 * with the published password, everything else created by the demo or by `npm run seed`, and what belongs to these. Real records stay. If
 * real records depend on demo data, they are listed and nothing is removed. Stop the server first.
 */
import { readConfig } from '../config/readConfig.ts'
import { print, readArguments, runCommand } from '../config/shell.ts'
import { connectDatabase } from '../db/connect.ts'
import { hasDemoRows } from '../demo/demoRows.ts'
import { describeDemo } from '../demo/describeDemo.ts'
import { removeDemo } from '../demo/removeDemo.ts'
import { openStorage } from '../files/openStorage.ts'

const usage = 'Usage: npm run purge-demo [-- --yes]'
/** Per list. For longer ones, query the database. */
const listedMax = 50

async function main(): Promise<void> {
  const { yes: isMeant } = readArguments(usage, { yes: { type: 'boolean', default: false } }).values
  const config = readConfig(process.env)
  const { db, close } = await connectDatabase(config)
  try {
    if (!(await hasDemoRows(db))) {
      print('There is no demo data in this database.')
      return
    }
    const { counts, ownAccounts, dependents } = await describeDemo(db)
    const parts = Object.entries(counts).flatMap(([name, number]) => (number === 0 ? [] : [`${name} ${number}`]))
    print(`Demo data in this database: ${parts.join(', ')}.`)
    if (ownAccounts.length > 0) print(`Demo accounts that somebody has made their own are among them: ${shorten(ownAccounts).join(', ')}.`)
    if (dependents.length > 0) {
      const lines = shorten(dependents).map((line) => `  ${line}`)
      throw new Error(`Nothing was removed, because real records hang on demo data:\n${lines.join('\n')}`)
    }
    if (!isMeant) {
      print('Nothing was removed yet. To remove it all for good: npm run purge-demo -- --yes')
      return
    }
    await removeDemo(db, await openStorage(config))
    print('All of it was removed. Next: npm run create-admin -- EMAIL')
  } finally {
    await close()
  }
}

function shorten(lines: readonly string[]): string[] {
  return lines.length <= listedMax ? [...lines] : [...lines.slice(0, listedMax), `and ${lines.length - listedMax} more`]
}

await runCommand(main)
