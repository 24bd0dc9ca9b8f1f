import { useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuSeparator, DropdownMenuTrigger } from '../../ui/dropdown-menu.tsx'
import { type RecordAction, useMenuActions } from '../record/openRecord.ts'

export type OfferedAction = RecordAction & {
  readonly key: string
  readonly icon: LucideIcon
  /** What this record needs now: a button of its own. The rest stands in the menu. */
  readonly isNeeded?: boolean
  readonly isBusy?: boolean
  readonly isDangerous?: boolean
  /** Where an action leads that only opens another screen, so that it opens in a new tab too. */
  readonly link?: Pick<LinkProps, 'to' | 'search'>
}

/** A record's actions: a button for each that it needs now, and one menu for all others. The command palette offers them all. */
export function RecordActions({ actions, edit }: { actions: readonly OfferedAction[]; edit: ReactNode }) {
  return (
    <>
      {actions
        .filter(({ isNeeded }) => isNeeded)
        .map((action) => (
          <NeededAction key={action.key} action={action} />
        ))}
      {edit}
      <ActionMenu actions={actions.filter(({ isNeeded }) => isNeeded !== true)} />
    </>
  )
}

function NeededAction({ action }: { action: OfferedAction }) {
  const { run, link, isBusy = false } = action
  if (link === undefined)
    return (
      <Button variant="outline" size="sm" isBusy={isBusy} onClick={run}>
        <Content action={action} />
      </Button>
    )
  return (
    <Button asChild variant="outline" size="sm">
      <Link {...link}>
        <Content action={action} />
      </Link>
    </Button>
  )
}

function ActionMenu({ actions }: { actions: readonly OfferedAction[] }) {
  const { t } = useLingui()
  const trigger = useRef<HTMLButtonElement>(null)
  const chosen = useRef<() => void>(undefined)
  useMenuActions(actions)
  if (actions.length === 0) return null
  const isBusy = actions.some((action) => action.isBusy)
  const harmless = actions.filter(({ isDangerous }) => isDangerous !== true)
  const dangerous = actions.filter(({ isDangerous }) => isDangerous)

  /** Once the menu is gone, so that a question returns the focus to its button. */
  function runChosen(event: Event) {
    if (chosen.current === undefined) return
    event.preventDefault()
    trigger.current?.focus()
    chosen.current()
    chosen.current = undefined
  }
  const choose = (run: () => void) => {
    chosen.current = run
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button ref={trigger} variant="outline" size="icon-sm" aria-label={t`More actions`} isBusy={isBusy}>
          {!isBusy && <Ellipsis aria-hidden />}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent onCloseAutoFocus={runChosen}>
        {harmless.map((action) => (
          <Item key={action.key} action={action} onChoose={choose} />
        ))}
        {harmless.length > 0 && dangerous.length > 0 && <DropdownMenuSeparator />}
        {dangerous.map((action) => (
          <Item key={action.key} action={action} onChoose={choose} />
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

type ItemProps = { action: OfferedAction; onChoose: (run: () => void) => void }

function Item({ action, onChoose }: ItemProps) {
  const { run, link, isDangerous } = action
  if (link !== undefined)
    return (
      <DropdownMenuItem asChild>
        <Link {...link}>
          <Content action={action} />
        </Link>
      </DropdownMenuItem>
    )
  return (
    <DropdownMenuItem className={cn(isDangerous && 'text-destructive [&>svg]:text-destructive!')} onSelect={() => onChoose(run)}>
      <Content action={action} />
    </DropdownMenuItem>
  )
}

function Content({ action: { icon: Icon, label } }: { action: OfferedAction }) {
  return (
    <>
      <Icon aria-hidden />
      <span>{label}</span>
    </>
  )
}
