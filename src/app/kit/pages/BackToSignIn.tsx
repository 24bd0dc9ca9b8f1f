import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { loginPath } from '../../session/screens.ts'
import { Button } from '../../ui/button.tsx'

export function BackToSignIn() {
  return (
    <Button variant="link" size="inline" className="self-start" asChild>
      <Link to={loginPath}>
        <ArrowLeft aria-hidden />
        <Trans>Back to sign-in</Trans>
      </Link>
    </Button>
  )
}
