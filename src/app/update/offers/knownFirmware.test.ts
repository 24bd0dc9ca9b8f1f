import { expect, it } from 'vitest'
import type { LastEnd } from '../records/lastEnd.ts'
import { isStillTrue, type KnownFirmware } from './knownFirmware.ts'

const end = (hasRestarted: boolean): LastEnd => ({
  owner: 7,
  target: { userProductId: 12, productName: 'WS6 Master', versionName: '5.2', language: 'en', before: null },
  changeLog: null,
  hasRestarted,
  at: '2026-11-25T12:44:00.000Z',
  tookMs: 13_000,
})
const installed = (versionName: string): KnownFirmware => ({ state: 'installed', versionName, language: 'en' })
const heardAt = '2026-11-25T14:00:00.000Z'

it.each<readonly [firmware: string, known: KnownFirmware, afterYes: boolean, afterNo: boolean]>([
  ['the same version', installed('5.2'), true, false],
  ['another version', installed('5.3'), false, false],
  ['no firmware', { state: 'none', firmwareId: 32, versionName: '5.3', outcome: null }, false, false],
  ['an unknown firmware', { state: 'unknown', versionName: '5.2' }, false, true],
  ['an update under way', { state: 'updating', versionName: '5.3', percent: 40 }, false, true],
  ['a silent update', { state: 'silent', versionName: '5.3', heardAt, hasErased: true }, false, true],
])('a detector with %s can still be as its last update left it: after "Yes", and after "No"', (_, known, afterYes, afterNo) => {
  expect([isStillTrue(end(true), known), isStillTrue(end(false), known)]).toEqual([afterYes, afterNo])
})
