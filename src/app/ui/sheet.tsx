/** A dialog at the left edge of the screen; shadcn's other sides are not needed. */
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { DialogClose, DialogOverlay } from './dialog-surface.tsx'

export const Sheet = Primitive.Root
export const SheetTrigger = Primitive.Trigger

type SheetContentProps = { title: string; closeLabel: string; className?: string; children: ReactNode }

export function SheetContent({ title, closeLabel, className, children }: SheetContentProps) {
  return (
    <Primitive.Portal>
      <DialogOverlay />
      <Primitive.Content
        data-slot="sheet-content"
        aria-describedby={undefined}
        className={cn(
          'fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col border-r shadow-high outline-none data-[state=open]:animate-appear',
          className,
        )}
      >
        <Primitive.Title data-slot="sheet-title" className="sr-only">
          {title}
        </Primitive.Title>
        {children}
        <DialogClose label={closeLabel} />
      </Primitive.Content>
    </Primitive.Portal>
  )
}
