import { cn } from '../../../ui/cn.ts'

/** A part of a whole as a bar; beside the number that says it. `from` and `to` go from 0 to 1. */
export function ShareBar({ from = 0, to, className }: { from?: number; to: number; className?: string }) {
  return (
    <div aria-hidden className="relative h-1.5 overflow-hidden rounded-full bg-secondary">
      {to > 0 && (
        <div
          className={cn('absolute inset-y-0 min-w-0.5 rounded-full bg-primary', className)}
          style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
        />
      )}
    </div>
  )
}
