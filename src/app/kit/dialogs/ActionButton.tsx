import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../../ui/button.tsx'
import { type Action, useAction } from './useAction.tsx'

type ActionButtonProps = Action<void> & Omit<ComponentProps<typeof Button>, 'isBusy' | 'onClick'> & { icon?: LucideIcon }

/** A button for one call without a form, as a declaration. */
export function ActionButton({ asks, send, refetch, icon: Icon, children, ...look }: ActionButtonProps) {
  const { run, isBusy, question } = useAction({ asks, send, refetch })
  return (
    <>
      <Button variant="outline" size="sm" {...look} isBusy={isBusy} onClick={() => run()}>
        {!isBusy && Icon && <Icon aria-hidden />}
        {children}
      </Button>
      {question}
    </>
  )
}
