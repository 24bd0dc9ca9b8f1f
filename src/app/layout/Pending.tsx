import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '../ui/skeleton.tsx'

/** Shown while a screen's code or record is loading, in the shape that most screens have. */
export function Pending() {
  const { t } = useLingui()
  return (
    <div aria-busy className="flex flex-col gap-5 p-1">
      <h1 className="sr-only">{t`Loading`}</h1>
      <Skeleton className="h-8 w-56" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  )
}

/** The same in place of the screen and its banners. The link that skips the menu leads to it too. */
export function PendingPage() {
  return (
    <main id="screen" tabIndex={-1} className="p-6 outline-none">
      <Pending />
    </main>
  )
}
