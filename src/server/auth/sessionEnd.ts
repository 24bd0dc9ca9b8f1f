/** When a sign-in ends, whatever was renewed since (docs/security.md, 42). */
import { type Role, sessionDays, staffSessionDays } from '../../contract/rules.ts'
import { hourMs } from '../limits/durations.ts'

/** `role` is the one that the account has now. */
export function sessionEndsAt(role: Role, startedAt: Date): Date {
  const days = role === 'ROLE_CUSTOMER' ? sessionDays : staffSessionDays
  return new Date(startedAt.getTime() + days * 24 * hourMs)
}
