import { useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Role } from '../../../contract/rules.ts'
import { lazyDialog } from '../../kit/dialogs/lazyDialog.tsx'
import { isDialogOpen, useKeys } from '../../kit/keys/singleKeys.ts'
import { Button } from '../../ui/button.tsx'

const CommandPalette = lazyDialog(async () => (await import('./CommandPalette.tsx')).CommandPalette)
const KeysDialog = lazyDialog(async () => (await import('./KeysDialog.tsx')).KeysDialog)

/** The button of the palette. Ctrl+K opens it too, also while somebody types; `?` shows the shortcuts. */
export function FindAnything({ role }: { role: Role }) {
  const { t } = useLingui()
  const [opened, setOpened] = useState<'palette' | 'keys' | null>(null)
  useKeys({ '?': () => setOpened('keys') })
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isOurs = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k'
      if (!isOurs || event.defaultPrevented || isDialogOpen()) return
      event.preventDefault()
      setOpened('palette')
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        className="max-sm:px-2"
        aria-label={t`Find anything`}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        title="Ctrl+K"
        onClick={() => setOpened('palette')}
      >
        <Search aria-hidden />
        <span className="max-xl:hidden">{t`Find anything`}</span>
      </Button>
      {opened === 'palette' && <CommandPalette role={role} onClose={() => setOpened(null)} />}
      {opened === 'keys' && <KeysDialog onClose={() => setOpened(null)} />}
    </>
  )
}
