import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { BackToSignIn } from './BackToSignIn.tsx'

/** A link from a public page to the profile or, for guests, to the sign-in. */
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
