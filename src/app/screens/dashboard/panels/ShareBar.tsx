import { cn } from '../../../ui/cn.ts'

type ShareBarProps = {
  from?: number
  to: number
  /** A place that stands out, such as the rate within its interval. */
  mark?: number
  /** Its colour. */
  className?: string | undefined
}

/** A part of a whole as a bar; beside the number that says it. `from`, `to` and `mark` go from 0 to 1. */
export function ShareBar({ from = 0, to, mark, className = 'bg-primary' }: ShareBarProps) {
  return (
    <div aria-hidden className="relative h-1.5 overflow-hidden rounded-full bg-secondary forced-colors:h-3 forced-colors:border">
      {to > 0 && (
        <div
          data-slot="share"
          // In forced colours an interval is a thin line, so that its mark, of the same colour, stands out by its form.
          className={cn(
            'absolute inset-y-0 min-w-0.5 rounded-full forced-colors:bg-[CanvasText]',
            mark !== undefined && 'forced-colors:inset-y-1',
            className,
          )}
          style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
        />
      )}
      {mark !== undefined && (
        <div
          data-slot="share-mark"
          className="absolute inset-y-0 w-1.5 rounded-full bg-success forced-colors:bg-[CanvasText]"
          style={{ left: `calc((100% - 0.375rem) * ${mark})` }}
        />
      )}
    </div>
  )
}
