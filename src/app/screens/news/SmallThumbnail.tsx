import { Newspaper } from 'lucide-react'
import { cn } from '../../ui/cn.ts'

type SmallThumbnailProps = {
  /** As the contract's lists have it. */
  base64: string | null
  /** Its width and height. */
  className: string
}

/** The title beside it says what it is. */
export function SmallThumbnail({ base64, className }: SmallThumbnailProps) {
  if (base64 !== null)
    return <img src={`data:image/webp;base64,${base64}`} alt="" className={cn('shrink-0 rounded-sm object-cover', className)} />
  return (
    <span className={cn('grid shrink-0 place-items-center rounded-sm bg-muted text-muted-foreground', className)}>
      <Newspaper aria-hidden className="size-4" />
    </span>
  )
}
