import { useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { Cable, ExternalLink, Menu } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { LoginSession } from '../../contract/authentication.ts'
import { Offline } from '../kit/pages/Offline.tsx'
import { roleOf } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Sheet, SheetContent, SheetTrigger } from '../ui/sheet.tsx'
import { useConfiguration } from '../api/useConfiguration.ts'
import { menuOf } from '../session/menu.ts'
import { useRoleNames } from '../session/useRoleNames.ts'
import { AccountMenu } from './account/AccountMenu.tsx'
import { Brand } from './Brand.tsx'
import { BrowserBanner } from './banners/BrowserBanner.tsx'
import { FindAnything } from './palette/FindAnything.tsx'
import { DeletionBanner } from './leaving/DeletionBanner.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { LoadedFirst } from './LoadedFirst.tsx'
import { SkipLink } from './SkipLink.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'
import { TrialBanner } from './banners/TrialBanner.tsx'
import { BuiltVersion } from './BuiltVersion.tsx'
import { UpdatesBadge } from './header/UpdatesBadge.tsx'

/** Sidebar, navbar, and the full width for lists, which fill the window where it is not very low: their rows scroll, not the page. */
export function StaffLayout({ session, children }: { session: LoginSession; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh lg:pl-60 [@media(min-height:30rem)]:has-data-[slot=list]:h-dvh">
      <SkipLink />
      <aside className="fixed inset-y-0 left-0 flex w-60 flex-col border-r border-sidebar-border bg-sidebar max-lg:hidden">
        <Sidebar session={session} />
      </aside>
      <div className="flex min-w-0 flex-1 flex-col has-data-[slot=list]:min-h-0">
        <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b bg-background/92 px-3 backdrop-blur-sm sm:px-6">
          <MobileMenu session={session} />
          <Brand className="mr-auto min-w-0 text-sm lg:hidden" />
          <NavbarLinks />
          <FindAnything role={roleOf(session)} />
          <LanguageSwitch />
          <ThemeToggle />
          <AccountMenu session={session} />
        </header>
        <LoadedFirst session={session}>
          <DeletionBanner />
          <BrowserBanner />
          <TrialBanner />
          <Offline />
          <main
            id="screen"
            tabIndex={-1}
            className={cn(
              'mx-auto w-full max-w-[110rem] flex-1 px-4 py-6 outline-none sm:px-6 sm:py-8',
              'has-data-[slot=list]:flex has-data-[slot=list]:min-h-0 has-data-[slot=list]:flex-col has-data-[slot=list]:py-2',
            )}
          >
            {children}
          </main>
        </LoadedFirst>
      </div>
    </div>
  )
}

function NavbarLinks() {
  const { t } = useLingui()
  const siteUrl = useConfiguration()?.brand.siteUrl
  return (
    <nav aria-label={t`Shortcuts`} className="mr-auto flex items-center gap-1 max-lg:hidden">
      <Button variant="ghost" size="sm" asChild>
        <Link to="/productUpdate/index">
          <Cable aria-hidden />
          {t`Product updates`}
        </Link>
      </Button>
      {siteUrl && (
        <Button variant="ghost" size="sm" asChild>
          <a href={siteUrl} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden />
            {t`Our website`}
          </a>
        </Button>
      )}
    </nav>
  )
}

/** The sidebar on narrow screens: slides in, and closes after navigation. */
function MobileMenu({ session }: { session: LoginSession }) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  return (
    <Sheet open={openAt === pathname} onOpenChange={(isOpen) => setOpenAt(isOpen ? pathname : null)}>
      <SheetTrigger asChild>
        <Button variant="ghost" size="icon-sm" className="lg:hidden" aria-label={t`Menu`}>
          <Menu aria-hidden className="size-5" />
        </Button>
      </SheetTrigger>
      <SheetContent title={t`Menu`} closeLabel={t`Close the menu`} className="bg-sidebar">
        <Sidebar session={session} />
      </SheetContent>
    </Sheet>
  )
}

function Sidebar({ session }: { session: LoginSession }) {
  const { t, i18n } = useLingui()
  const role = roleOf(session)
  const { pathname } = useLocation()
  // The entry of a list is also active on the screens of its records.
  const isWithin = (to: string) => to.endsWith('/index') && pathname.startsWith(to.slice(0, -'index'.length))
  const roleNames = useRoleNames()
  return (
    <>
      <div className="flex h-14 items-center px-5">
        <Brand />
      </div>
      <nav aria-label={t`Main menu`} className="flex flex-1 flex-col gap-0.5 overflow-y-auto px-3 py-3">
        {menuOf(role).map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: true }}
            data-within={isWithin(to) || undefined}
            className={cn(
              'flex h-9 items-center gap-3 rounded-md px-2.5 text-sm text-muted-foreground transition-colors duration-100',
              'hover:bg-sidebar-accent hover:text-foreground',
              'data-[status=active]:bg-sidebar-accent data-[status=active]:font-medium data-[status=active]:text-foreground',
              'data-[status=active]:[&>svg]:text-primary',
              'data-within:bg-sidebar-accent data-within:font-medium data-within:text-foreground data-within:[&>svg]:text-primary',
            )}
          >
            <Icon aria-hidden className="size-4.5" />
            <span>{i18n._(label)}</span>
            {to === '/productUpdate/index' && (
              <span className="ml-auto empty:hidden">
                <UpdatesBadge session={session} />
              </span>
            )}
          </Link>
        ))}
      </nav>
      <div className="border-t border-sidebar-border px-5 py-3.5 text-sm">
        <p className="truncate font-medium">{session.username}</p>
        <p className="text-xs text-muted-foreground">{roleNames[role]}</p>
        <BuiltVersion className="mt-1" />
      </div>
    </>
  )
}
