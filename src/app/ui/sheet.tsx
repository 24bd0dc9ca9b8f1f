/** A dialog at the left edge of the screen. As in `dialog.tsx`, a plain scrim stands for Radix's overlay. */
import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

export const Sheet = Primitive.Root
export const SheetTrigger = Primitive.Trigger

type SheetContentProps = { title: string; closeLabel: string; className?: string; children: ReactNode }

export function SheetContent({ title, closeLabel, className, children }: SheetContentProps) {
  return (
    <Primitive.Portal>
      <div className="fixed inset-0 z-40 animate-appear overflow-hidden overscroll-contain bg-scrim" />
      <Primitive.Content
        aria-describedby={undefined}
        className={cn(
          'fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col border-r shadow-high outline-none data-[state=open]:animate-appear',
          className,
        )}
      >
        <Primitive.Title className="sr-only">{title}</Primitive.Title>
        {children}
        <Primitive.Close
          aria-label={closeLabel}
          className="absolute top-4 right-4 rounded-sm p-1 text-muted-foreground hover:bg-accent hover:text-accent-foreground"
        >
          <X aria-hidden className="size-5" />
        </Primitive.Close>
      </Primitive.Content>
    </Primitive.Portal>
  )
}
