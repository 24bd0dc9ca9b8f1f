import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronDown, CircleUserRound, ExternalLink, KeyRound, LogOut, UserRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { LoginSession } from '../../contract/authentication.ts'
import { Button } from '../ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../ui/dropdown-menu.tsx'
import { useConfiguration } from '../useConfiguration.ts'
import { useSignOut } from './useSignOut.tsx'

const ChangePasswordModal = lazy(async () => ({ default: (await import('./ChangePasswordModal.tsx')).ChangePasswordModal }))

/** What concerns oneself: profile, password, the maker's site, the way out. */
export function AccountMenu({ session }: { session: LoginSession }) {
  const { t } = useLingui()
  const siteUrl = useConfiguration()?.brand.siteUrl
  const { leave, isLeaving, question } = useSignOut()
  const [isPasswordOpen, setIsPasswordOpen] = useState(false)
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="sm" className="max-sm:px-2" aria-label={t`Your account`} isBusy={isLeaving}>
            {!isLeaving && <CircleUserRound aria-hidden />}
            <span className="max-w-52 truncate max-md:hidden">{session.username}</span>
            <ChevronDown aria-hidden className="size-3.5 text-muted-foreground max-md:hidden" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuLabel>{session.username}</DropdownMenuLabel>
          <DropdownMenuSeparator />
          <DropdownMenuItem asChild>
            <Link to="/profile">
              <UserRound aria-hidden />
              <Trans>Profile</Trans>
            </Link>
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => setIsPasswordOpen(true)}>
            <KeyRound aria-hidden />
            <Trans>Change password</Trans>
          </DropdownMenuItem>
          {siteUrl && (
            <DropdownMenuItem asChild>
              <a href={siteUrl} target="_blank" rel="noreferrer">
                <ExternalLink aria-hidden />
                <Trans>Our site</Trans>
              </a>
            </DropdownMenuItem>
          )}
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={leave}>
            <LogOut aria-hidden />
            <Trans>Sign out</Trans>
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {question}
      <Suspense fallback={null}>
        {isPasswordOpen && <ChangePasswordModal username={session.username} onClose={() => setIsPasswordOpen(false)} />}
      </Suspense>
    </>
  )
}
