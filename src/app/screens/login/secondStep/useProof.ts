import { useRef } from 'react'
import type { FactorProof } from '../../../../contract/factors.ts'
import { asAppError } from '../../../../errors.ts'
import { factorCalls } from '../passkey/factorCalls.ts'
import { useSignIn, type ViewProps } from '../useSignIn.ts'

/** Resolves when the person is signed in, or when the view shows that they are to prove it once more. */
export type Prove = (makeProof: () => Promise<FactorProof>) => Promise<void>

/**
 * Checks a proof, then signs in. Where only the latter failed, for example without a network, the next try needs no other proof: a code
 * serves once. The server remembers it for two minutes.
 */
export function useProof({ view, onView }: ViewProps<'factor'>): Prove {
  const signIn = useSignIn()
  const isProven = useRef(false)
  return async (makeProof) => {
    const { credentials } = view
    if (!isProven.current) await factorCalls.checkFactor({ body: { ...credentials, proof: await makeProof() } })
    isProven.current = true
    try {
      await signIn(credentials)
    } catch (error) {
      if (asAppError(error).code !== 'factor.required.error') throw error
      isProven.current = false
      onView({ ...view, hasExpired: true })
    }
  }
}
