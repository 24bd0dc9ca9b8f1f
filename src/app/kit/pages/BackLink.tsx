import { Link } from '@tanstack/react-router'
import type { ListLink, RecordLink } from '../record/recordLinks.ts'
import { ArrowLeft } from 'lucide-react'

export type BackTarget = { readonly link: ListLink | RecordLink | { readonly to: '/productUpdate/index' }; readonly label: string }

/** Above a title: a link to the page one level up. */
export function BackLink({ link, label }: BackTarget) {
  return (
    <Link
      {...link}
      className="inline-flex items-center gap-1.5 rounded-sm text-sm wrap-anywhere text-muted-foreground hover:text-foreground"
    >
      <ArrowLeft aria-hidden className="size-4 shrink-0" />
      {label}
    </Link>
  )
}
