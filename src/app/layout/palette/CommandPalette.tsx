import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Command } from 'cmdk'
import { useRef, useState } from 'react'
import type { Role } from '../../../contract/rules.ts'
import { commandItem, CommandInput } from '../../ui/search-select.tsx'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '../../ui/dialog.tsx'
import { usePaletteRows } from './usePaletteRows.ts'

/** Opens anything by a few letters: ten rows at most, and no total. */
export function CommandPalette({ role, onClose }: { role: Role; onClose: () => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const { groups, search } = usePaletteRows(role, typed)
  const chosen = useRef<() => void>(undefined)
  const rowCount = groups.flatMap(({ rows }) => rows).length
  const label = t`Screen, person, serial number, code…`

  function choose(run: () => void) {
    chosen.current = run
    onClose()
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent closeLabel={t`Close`} width="sm:max-w-xl" onClosed={() => chosen.current?.()}>
        <DialogTitle>
          <Trans>Find anything</Trans>
        </DialogTitle>
        <DialogDescription className="sr-only">
          <Trans>Type a few letters, choose with the arrow keys, open with Enter.</Trans>
        </DialogDescription>
        <Command data-slot="command" loop label={t`Find anything`} shouldFilter={false} className="-mx-6 -my-3 border-t">
          <CommandInput label={label} value={typed} onValueChange={setTyped} />
          <Command.List data-slot="command-list" label={t`Found`} className="max-h-[60dvh] min-h-40 overflow-y-auto overscroll-contain p-1">
            {groups.map(({ title, rows }) => (
              <Command.Group
                key={rows[0]?.key}
                heading={title}
                className="**:[[cmdk-group-heading]]:truncate **:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:py-1.5 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:text-muted-foreground"
              >
                {rows.map(({ key, label: name, detail, icon: Icon, run }) => (
                  <Command.Item key={key} value={key} onSelect={() => choose(run)} className={commandItem}>
                    <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
                    <span className="max-w-[75%] min-w-0 shrink-0 truncate">{name}</span>
                    {detail !== '' && <span className="ml-auto min-w-0 truncate text-muted-foreground">{detail}</span>}
                  </Command.Item>
                ))}
              </Command.Group>
            ))}
          </Command.List>
          <output className="block border-t px-3 py-2 text-sm text-muted-foreground has-[>.sr-only:only-child]:border-0 has-[>.sr-only:only-child]:py-1">
            {search === 'searching' && <Trans>Searching records…</Trans>}
            {search === 'offline' && <Trans>You are offline: only screens and recently opened records are found.</Trans>}
            {search === 'failed' && <Trans>Records could not be searched. Screens and recently opened records are still found.</Trans>}
            {search === 'none' && typed !== '' && rowCount === 0 && <Trans>Two letters or more find records.</Trans>}
            {search === 'done' && rowCount === 0 && <Trans>No results</Trans>}
            {((search === 'none' && typed === '') || ((search === 'none' || search === 'done') && rowCount > 0)) && (
              <span className="sr-only">
                <Plural value={rowCount} one="# row" other="# rows" />
              </span>
            )}
          </output>
        </Command>
      </DialogContent>
    </Dialog>
  )
}
