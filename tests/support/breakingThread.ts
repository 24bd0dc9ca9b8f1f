/** A thread that breaks while its code is loaded, as long as the file that FIXTURE_BREAKS names has a line left for it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { exposeThread } from '../../src/server/threads/exposeThread.ts'

const file = process.env['FIXTURE_BREAKS'] ?? ''
const [next, ...rest] = readFileSync(file, 'utf8').split('\n').filter(Boolean)
writeFileSync(file, rest.join('\n'))
if (next !== undefined) throw new Error(next)

const api = { add: (one: number, other: number) => one + other }
export type BreakingThread = typeof api

exposeThread(api)
