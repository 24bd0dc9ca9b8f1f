import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { landing } from '../../../session/access.ts'
import { roleOf, useSession } from '../../../session/session.ts'
import { cn } from '../../../ui/cn.ts'

export type FigureLink = {
  readonly to: '/user/index' | '/firmware/index'
  readonly search?: { readonly filters?: Readonly<Record<string, string>> }
}

/** Label, value and note: beside each other, cards share the heights of these rows. */
export const cardRows = 'row-span-3 grid grid-rows-subgrid gap-0'

type FigureCardProps = { label: string; icon: LucideIcon; link: FigureLink; value: ReactNode; note: ReactNode }

/** A link for those who may open its list. */
export function FigureCard({ label, icon: Icon, link: { to, search }, value, note }: FigureCardProps) {
  const mayOpen = landing(to, roleOf(useSession())) === null
  const look = cn(cardRows, 'rounded-xl border bg-card px-4 py-3.5 text-card-foreground shadow-card sm:px-5 sm:py-4')
  const content = (
    <>
      <span className="flex items-start justify-between gap-2 text-sm text-muted-foreground">
        <span>{label}</span>
        <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0" />
      </span>
      <span className="mt-1 text-2xl font-semibold tracking-tight tabular-nums">{value}</span>
      <span className="text-xs text-muted-foreground tabular-nums">{note}</span>
    </>
  )
  if (!mayOpen) return <div className={look}>{content}</div>
  return (
    <Link
      to={to}
      {...(search && { search })}
      className={cn(look, 'transition-colors duration-100 hover:border-primary/50 hover:bg-accent/40')}
    >
      {content}
    </Link>
  )
}

/** The list of users, with these filters set. */
export function filteredUsers(filters: Readonly<Record<string, string>>): FigureLink {
  return { to: '/user/index', search: { filters } }
}
