import { useConfiguration } from '../api/useConfiguration.ts'
import { cn } from '../ui/cn.ts'

/** The maker's logo and name. While loading, or without a logo: a search coil and its stem. */
export function Brand({ className }: { className?: string }) {
  const brand = useConfiguration()?.brand
  return (
    <span className={cn('flex items-center gap-2.5 font-semibold tracking-tight', className)}>
      {brand?.logoUrl ? <img src={brand.logoUrl} alt="" className="h-7 w-auto max-w-32 min-w-0 object-contain" /> : <Mark />}
      <span className="truncate">{brand?.name ?? 'Fieldport'}</span>
    </span>
  )
}

function Mark() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      fill="none"
      strokeLinecap="round"
      className="size-7 shrink-0 stroke-current stroke-[1.6] text-primary"
    >
      <circle cx="12" cy="14.5" r="7" />
      <circle cx="12" cy="14.5" r="2.8" />
      <path d="M12 11.7V2" />
    </svg>
  )
}
