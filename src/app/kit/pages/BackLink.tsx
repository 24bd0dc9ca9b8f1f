import { Link } from '@tanstack/react-router'
import type { ListLink, RecordLink } from '../record/recordLinks.ts'
import { ArrowLeft } from 'lucide-react'

/** Of pages without a list of records above them. */
type PageLink = { readonly to: '/articles/index' | '/productUpdate/index' }
export type BackTarget = { readonly link: ListLink | RecordLink | PageLink; readonly label: string }

/** Above a title: a link to the page one level up. */
export function BackLink({ link, label }: BackTarget) {
  return (
    <Link
      {...link}
      className="inline-flex items-center gap-1.5 rounded-sm text-sm wrap-anywhere text-muted-foreground hover:text-foreground"
    >
      <ArrowLeft aria-hidden className="size-4 shrink-0" />
      <span>{label}</span>
    </Link>
  )
}
