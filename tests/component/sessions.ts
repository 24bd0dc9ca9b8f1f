/** Sign-ins of the own account. */
import type { Session } from '../../src/contract/session.ts'

/** `number` tells it from others; all are of one browser. */
export function sessionAt(number: number, about: Partial<Session> = {}): Session {
  return {
    id: `4f6d2f0e-8a51-4b0c-9f0a-0d9b8c7e6a${50 + number}`,
    browser: 'Chrome',
    system: 'Windows',
    startedAt: '2026-11-20T10:00:00.000Z',
    lastUsedAt: '2026-11-20T12:00:00.000Z',
    method: 'password',
    deviceId: 1,
    isCurrent: false,
    ...about,
  }
}
