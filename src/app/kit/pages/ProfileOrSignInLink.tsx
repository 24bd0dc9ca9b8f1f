import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { BackToSignIn } from './BackToSignIn.tsx'

/** From a page that opens for anybody: to the profile, or to the sign-in where nobody is signed in. */
export function ProfileOrSignInLink() {
  if (useSession() === null) return <BackToSignIn />
  return (
    <Button variant="link" size="inline" className="self-start" asChild>
      <Link to="/profile">
        <Trans>Go to your profile</Trans>
        <ArrowRight aria-hidden />
      </Link>
    </Button>
  )
}
