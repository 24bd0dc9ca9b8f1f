/** Runs the doctor as `npm run doctor` does, and picks what it says of one part. */
import type { Server } from 'node:http'
import type { MachineClock } from '../../src/server/clock/machineClock.ts'
import { examine } from '../../src/server/doctor/examine.ts'
import type { Finding } from '../../src/server/doctor/finding.ts'

const dayMs = 24 * 60 * 60_000

export function inDays(days: number): Date {
  return new Date(Date.now() + days * dayMs)
}

export function addressOf(server: Server): string {
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

/** In production. Throws unless it says exactly one thing. */
export async function findingOf(name: string, environment: Readonly<Record<string, string>>, machine?: MachineClock): Promise<Finding> {
  const findings = await examine({ environment: { NODE_ENV: 'production', ...environment }, ...(machine && { machine }) })
  const [found, ...others] = findings.filter((finding) => finding.name === name)
  if (found === undefined || others.length > 0)
    throw new Error(`the doctor says ${others.length === 0 ? 'nothing' : 'too much'} of ${name}`)
  return found
}
