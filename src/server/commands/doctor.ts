/**
 * `npm run doctor`: checks the installation that the environment names, and says of each part whether it is fine and otherwise what to do.
 * Ends with 1 if there is a fault. May run beside the server, changes nothing, and sends nothing unless `-- --mail ADDRESS` asks for a test
 * mail.
 */
import * as v from 'valibot'
import { readArguments, runCommand } from '../config/shell.ts'
import { username } from '../../contract/fields.ts'
import { examine } from '../doctor/examine.ts'
import type { Finding } from '../doctor/finding.ts'

const verdictWidth = 'not checked'.length
const usage = 'Usage: npm run doctor [-- --mail ADDRESS]'

async function main(): Promise<void> {
  const { mail } = readArguments(usage, { mail: { type: 'string' } }).values
  if (mail !== undefined && !v.is(username, mail)) throw new Error(usage)
  const findings = await examine({ environment: process.env, testAddress: mail })
  const width = Math.max(...findings.map(({ name }) => name.length))
  const lines = findings.flatMap(({ name, verdict, sentence, whatToDo }) => {
    const line = `${verdict.padEnd(verdictWidth)}  ${name.padEnd(width)}  ${sentence}`
    return whatToDo === undefined ? [line] : [line, `${' '.repeat(verdictWidth + width + 4)}> ${whatToDo}`]
  })
  process.stdout.write(`${[...lines, '', summary(findings)].join('\n')}\n`)
  if (findings.some(({ verdict }) => verdict === 'fault')) process.exitCode = 1
}

function summary(findings: readonly Finding[]): string {
  const count = (wanted: Finding['verdict']) => findings.filter(({ verdict }) => verdict === wanted).length
  const skipped = count('not checked')
  const found = `${inWords(findings.length - skipped, 'check')}: ${inWords(count('fault'), 'fault')}, ${inWords(count('warning'), 'warning')}.`
  return skipped === 0 ? found : `${found} Not checked: ${skipped}.`
}

function inWords(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`
}

await runCommand(main)
// A check that was given up may still hold a connection.
process.stdout.write('', () => process.exit())
