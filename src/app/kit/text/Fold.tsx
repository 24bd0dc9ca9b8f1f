import { ChevronRight } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { cn } from '../../ui/cn.ts'

type FoldProps = {
  summary: ReactNode
  children: ReactNode
  /** Opens the fold whenever it becomes true; only the user closes it. */
  isOpen?: boolean
  /** Called whenever it opens. */
  onOpen?: () => void
  className?: string
}

/** One line of supporting details that opens in place. */
export function Fold({ summary, children, isOpen = false, onOpen, className }: FoldProps) {
  const fold = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    if (isOpen && fold.current !== null) fold.current.open = true
  }, [isOpen])
  return (
    <details ref={fold} className={cn('group/fold', className)} onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}>
      <summary className="flex w-fit cursor-pointer list-none items-center gap-2 rounded-md py-1.5 text-sm [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted-foreground transition-transform group-open/fold:rotate-90" />
        <span>{summary}</span>
      </summary>
      <div className="pt-2 pb-3 pl-6">{children}</div>
    </details>
  )
}
