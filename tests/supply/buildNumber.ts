/**
 * A number that grows with each build, by which the server tells pages apart (the header `Fieldport-Build`): the minutes from the start of 2020
 * to the commit. Two builds of one commit have the same number.
 */
import { spawnSync } from 'node:child_process'

const startMs = Date.UTC(2020, 0, 1)

/** By SOURCE_DATE_EPOCH (reproducible-builds.org), or else git; by the time of the build where there is neither, as in a container. */
export function findBuildNumber(now: Date, environment: Readonly<Record<string, string | undefined>> = process.env, folder = '.'): number {
  const seconds = secondsOf(environment['SOURCE_DATE_EPOCH']) ?? secondsOf(dateOfCommit(folder)) ?? now.getTime() / 1000
  return Math.floor((seconds * 1000 - startMs) / 60_000)
}

function secondsOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined
}

function dateOfCommit(folder: string): string | undefined {
  const command = ['log', '-1', '--format=%ct']
  const { status, stdout } = spawnSync('git', command, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return status === 0 ? stdout.trim() : undefined
}
