/**
 * `npm run drill:webhid`: updates over Chromium's own WebHID, its chooser and its permissions, on a detector of the drill's own
 * (webhid/udev.c says how). `states` plays each way in which a connection, a computer or a page is not what it seems, once (`--state WORDS`:
 * those whose name has them). `ratios` compares updates of 48 kB with a bare loop, at three speeds of the page, on a bus of 1 ms frames.
 * `soak` makes `--updates` updates
 * (100) with faults and pulls drawn from `--seed` (1), and fails unless the page's buttons and the chooser bring each one to its end, byte for
 * byte. Without a name, all. As root on Debian; needs chromium, gcc, Xvfb, openbox and xdotool
 * (`apt-get install chromium gcc libc6-dev xvfb openbox xdotool`), and the last build.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { endChildrenWithProcess } from './endWithProcess.ts'
import { measureRatios } from './webhid/ratios.ts'
import { soak } from './webhid/soak.ts'
import { playStates } from './webhid/states.ts'
import { printRatios, printSoak, printStates } from './webhid/table.ts'

const drills = ['states', 'ratios', 'soak'] as const
const programs = ['gcc', 'Xvfb', 'openbox', 'xdotool']
const usage = `npm run drill:webhid -- [NAME] [--state WORDS] [--updates N] [--seed N] [--turns N]; the names are ${drills.join(', ')}.`

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        state: { type: 'string' },
        updates: { type: 'string', default: '100' },
        seed: { type: 'string', default: '1' },
        turns: { type: 'string', default: '3' },
      },
    })
    for (const name of positionals) if (!drills.some((drill) => drill === name)) throw new Error(`There is no drill ${name}.`)
    const { state, ...numbers } = values
    for (const value of Object.values(numbers)) if (!/^[1-9]\d{0,5}$/.test(value)) throw new Error(`${value} is no number from 1 on.`)
    const chosen = positionals.length === 0 ? drills : positionals
    const { updates, seed, turns } = numbers
    return { chosen: new Set<string>(chosen), state, updates: Number(updates), seed: Number(seed), turns: Number(turns) }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
    process.exit(2)
  }
}

const { chosen, state, updates, seed, turns } = readArguments()
const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0)
if (missing.length > 0) {
  console.error(`drill:webhid needs ${missing.join(', ')}: apt-get install chromium gcc libc6-dev xvfb openbox xdotool`)
  process.exit(2)
}
endChildrenWithProcess()
const log = (line: string) => console.error(line)

if (chosen.has('states')) {
  const results = await playStates(state, log)
  printStates(results)
  if (results.some(({ isWhole }) => !isWhole)) process.exitCode = 1
}
if (chosen.has('ratios')) printRatios(await measureRatios(turns, log))
if (chosen.has('soak')) {
  const result = await soak(updates, seed, log)
  printSoak(result, seed)
  if (result.byteExact < updates) process.exitCode = 1
}
