import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { loginPath } from '../access.ts'
import { signOut } from '../session.ts'
import { Button } from '../ui/button.tsx'

export function SignOutButton() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)

  async function leave() {
    setIsBusy(true)
    await signOut()
    // Whoever comes next begins at their own start, not where this person left.
    await navigate({ to: loginPath, search: {}, replace: true })
  }

  return (
    <Button variant="ghost" size="sm" onClick={() => void leave()} isBusy={isBusy} aria-label={t`Sign out`} className="max-sm:px-2">
      {!isBusy && <LogOut aria-hidden />}
      <span className="max-sm:hidden">
        <Trans>Sign out</Trans>
      </span>
    </Button>
  )
}
