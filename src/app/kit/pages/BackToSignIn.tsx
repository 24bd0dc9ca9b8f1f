import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { setPrefilledLogin } from '../../session/prefilledLogin.ts'
import { loginPath } from '../../session/screens.ts'
import { Button } from '../../ui/button.tsx'

/** @param username fills in the address, where it is known */
export function BackToSignIn({ username }: { username?: string | undefined }) {
  function prefill() {
    if (username !== undefined) setPrefilledLogin({ username, password: '', isForgotPassword: false })
  }
  return (
    <Button variant="link" size="inline" className="self-start" asChild>
      <Link to={loginPath} onClick={prefill}>
        <ArrowLeft aria-hidden />
        <Trans>Back to sign-in</Trans>
      </Link>
    </Button>
  )
}
