import { useRef } from 'react'
import { asAppError } from '../../../../errors.ts'
import type { Prove } from '../../../kit/factors/prove.ts'
import { factorCalls } from '../passkey/factorCalls.ts'
import { useSignIn, type ViewProps } from '../useSignIn.ts'

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
