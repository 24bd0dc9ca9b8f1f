import { useState } from 'react'
import { type FactorKind, factorKinds } from '../../../contract/rules.ts'
import { useOtherPasskeyOrigin } from '../../api/usePasskeyOrigin.ts'
import { isPasskeyKnown } from '../../browser/passkeys.ts'

/** Of an account's factors those that work in this browser and at this address, and the one in use: at first the most convenient. */
export function useUsableFactors(factors: readonly FactorKind[]) {
  const [chosen, choose] = useState<FactorKind | null>(null)
  const otherOrigin = useOtherPasskeyOrigin()
  const isPasskeyUsable = otherOrigin === null && isPasskeyKnown()
  // The contract's order is that of convenience.
  const usable = factorKinds.filter((kind) => factors.includes(kind) && (kind !== 'passkey' || isPasskeyUsable))
  const kind = chosen ?? usable[0] ?? null
  return { kind, others: usable.filter((other) => other !== kind), choose, otherOrigin }
}
