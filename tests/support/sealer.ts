/** A process that seals the log of the environment's database like a server that starts. Prints a line after each piece, until it is killed. */
import { writeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { openContext } from '../../src/server/openContext.ts'
import { sealChains } from '../../src/server/seals/sealChains.ts'

const { context, close } = await openContext(process.env)
const pause = async () => {
  writeSync(1, 'sealed a piece\n')
  await delay(Number(process.env['PAUSE_MS'] ?? 0))
  return false
}
await sealChains(context, { isSweep: true, pause })
await close()
