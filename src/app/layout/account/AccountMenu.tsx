import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import {
  ChevronDown,
  CircleUserRound,
  ExternalLink,
  Keyboard,
  KeyRound,
  LogOut,
  MonitorDown,
  Newspaper,
  UserPlus,
  UserRound,
} from 'lucide-react'
import { useState } from 'react'
import type { LoginSession } from '../../../contract/authentication.ts'
import { install, useInstallation } from '../../browser/installPrompt.ts'
import { lazyDialog } from '../../kit/dialogs/lazyDialog.tsx'
import { Button } from '../../ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx'
import { useConfiguration } from '../../api/useConfiguration.ts'
import { roleOf } from '../../session/session.ts'
import { useSignOut } from './useSignOut.tsx'

const ChangePasswordModal = lazyDialog(async () => (await import('../passwords/ChangePasswordModal.tsx')).ChangePasswordModal)
const KeysDialog = lazyDialog(async () => (await import('../palette/KeysDialog.tsx')).KeysDialog)
const InstallDialog = lazyDialog(async () => (await import('./InstallDialog.tsx')).InstallDialog)

/** The user's own actions: profile, password, installing the app, the maker's site, signing out. */
export function AccountMenu({ session }: { session: LoginSession }) {
  const { t } = useLingui()
  const { username, impersonateToken } = session
  const isImpersonated = impersonateToken !== undefined
  const siteUrl = useConfiguration()?.brand.siteUrl
  const { leave, isLeaving, question } = useSignOut()
  const [opened, setOpened] = useState<'password' | 'install' | 'keys' | null>(null)
  const installation = useInstallation()
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="sm" className="max-sm:px-2" aria-label={t`Your account: ${username}`} isBusy={isLeaving}>
            {!isLeaving && <CircleUserRound aria-hidden />}
            <span className="max-w-52 truncate max-md:hidden">{username}</span>
            <ChevronDown aria-hidden className="size-3.5 text-muted-foreground max-md:hidden" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuLabel>{username}</DropdownMenuLabel>
          <DropdownMenuSeparator />
          <DropdownMenuItem asChild>
            <Link to="/profile">
              <UserRound aria-hidden />
              <Trans>Profile</Trans>
            </Link>
          </DropdownMenuItem>
          {roleOf(session) === 'ROLE_BE' && (
            // The list has an Add button for administrators only (the specification, section 6).
            <DropdownMenuItem asChild>
              <Link to="/user/create">
                <UserPlus aria-hidden />
                <Trans>Add a customer</Trans>
              </Link>
            </DropdownMenuItem>
          )}
          {!isImpersonated && (
            <DropdownMenuItem onSelect={() => setOpened('password')}>
              <KeyRound aria-hidden />
              <Trans>Change password</Trans>
            </DropdownMenuItem>
          )}
          {roleOf(session) !== 'ROLE_CUSTOMER' && (
            <DropdownMenuItem onSelect={() => setOpened('keys')}>
              <Keyboard aria-hidden />
              <Trans>Keyboard shortcuts</Trans>
            </DropdownMenuItem>
          )}
          {installation !== 'installed' && (
            <DropdownMenuItem
              onSelect={() => {
                if (installation === 'offered') install().catch(() => setOpened('install'))
                else setOpened('install')
              }}
            >
              <MonitorDown aria-hidden />
              <Trans>Install the app</Trans>
            </DropdownMenuItem>
          )}
          {roleOf(session) !== 'ROLE_CUSTOMER' && (
            <DropdownMenuItem asChild>
              <Link to="/articles/index">
                <Newspaper aria-hidden />
                <Trans>News for customers</Trans>
              </Link>
            </DropdownMenuItem>
          )}
          {siteUrl && (
            <DropdownMenuItem asChild>
              <a href={siteUrl} target="_blank" rel="noreferrer">
                <ExternalLink aria-hidden />
                <Trans>Our website</Trans>
              </a>
            </DropdownMenuItem>
          )}
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={leave}>
            <LogOut aria-hidden />
            {isImpersonated ? <Trans>Stop viewing</Trans> : <Trans>Sign out</Trans>}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {question}
      {opened === 'password' && <ChangePasswordModal session={session} onClose={() => setOpened(null)} />}
      {opened === 'keys' && <KeysDialog onClose={() => setOpened(null)} />}
      {opened === 'install' && <InstallDialog onClose={() => setOpened(null)} />}
    </>
  )
}
