import { Skeleton } from '../../ui/skeleton.tsx'

/** In place of a map that is not there yet. */
export function MapPending({ label }: { label: string }) {
  return (
    <>
      <Skeleton className="h-80 w-full rounded-lg" />
      <output className="sr-only">{label}</output>
    </>
  )
}
