import { randomBytes } from 'node:crypto'
import { codeOfBytes, codeRandomLength } from '../../../contract/warrantyCodeFormat.ts'

/** A new code from the system's random generator: 85 bits, or 84.8 without the codes that cannot be checked. */
export function newCode(): string {
  return codeOfBytes(randomBytes(codeRandomLength)) ?? newCode()
}
