import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'

/** Above a title: where one came from. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className="inline-flex items-center gap-1.5 rounded-sm text-sm text-muted-foreground hover:text-foreground">
      <ArrowLeft aria-hidden className="size-4" />
      {label}
    </Link>
  )
}
