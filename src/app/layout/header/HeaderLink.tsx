import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

type HeaderLinkProps = { to: '/articles/index' | '/productUpdate/index'; icon: LucideIcon; label: string; badge: ReactNode }

/** An entry of the customers' header: on a phone its icon alone, with the badge (CountBadge.tsx) at its corner. */
export function HeaderLink({ to, icon: Icon, label, badge }: HeaderLinkProps) {
  return (
    <Button asChild variant="ghost" size="sm" className="relative max-sm:px-2">
      <Link to={to}>
        <Icon aria-hidden />
        <span className="max-sm:sr-only">{label}</span>
        <span className="empty:hidden max-sm:absolute max-sm:-top-0.5 max-sm:-right-0.5">{badge}</span>
      </Link>
    </Button>
  )
}
