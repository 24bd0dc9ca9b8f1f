import { useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import type { LoginSession } from '../../contract/authentication.ts'
import { roleOf } from '../session/session.ts'
import { useRoleNames } from '../session/useRoleNames.ts'
import { cn } from '../ui/cn.ts'
import { menuOf } from '../session/menu.ts'
import { Brand } from './Brand.tsx'
import { BuiltVersion } from './BuiltVersion.tsx'
import { UpdatesBadge } from './header/UpdatesBadge.tsx'

export function Sidebar({ session }: { session: LoginSession }) {
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
            {i18n._(label)}
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
