import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { authentication } from '../../../contract/authentication.ts'
import { type AppError, asAppError, type ErrorCode } from '../../../errors.ts'
import { homeOf, loginPath } from '../../access.ts'
import { loadPortalMessages } from '../../i18n.ts'
import { loadContract } from '../../createApi.ts'
import { fieldErrors } from '../../kit/fieldErrors.ts'
import { safeRedirect } from '../../safeRedirect.ts'
import { roleOf, signIn } from '../../session.ts'

type Credentials = { readonly username: string; readonly password: string }
type SignInState = {
  readonly isBusy: boolean
  readonly failure: AppError | null
  readonly fields: Readonly<Record<string, ErrorCode>>
}

const untouched: SignInState = { isBusy: false, failure: null, fields: {} }

/** Signs in and goes where the person wanted to be: the address they came from, else their own start. */
export function useSignIn() {
  const navigate = useNavigate()
  const { redirect } = useSearch({ from: loginPath })
  const [state, setState] = useState(untouched)

  /** Resolves to the first field to put right, or null. */
  async function submit(credentials: Credentials): Promise<string | null> {
    const fields = fieldErrors(authentication.login.request, credentials)
    const [first] = Object.keys(fields)
    if (first !== undefined) {
      setState({ ...untouched, fields })
      return first
    }
    setState({ ...untouched, isBusy: true })
    // What comes next is fetched while the server checks the password; whether it came shows when it is needed.
    void Promise.allSettled([import('../../layout/Shell.tsx'), loadPortalMessages(), loadContract()])
    try {
      const session = await signIn({ username: credentials.username.trim(), password: credentials.password.trim() })
      await navigate({ href: safeRedirect(redirect, location.origin) ?? homeOf(roleOf(session)), replace: true })
      return null
    } catch (error) {
      const failure = asAppError(error)
      const { invalidField, code } = failure
      setState(invalidField === undefined ? { ...untouched, failure } : { ...untouched, fields: { [invalidField]: code } })
      return invalidField ?? null
    }
  }

  return { ...state, submit }
}
