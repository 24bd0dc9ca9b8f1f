import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Factor } from '../../../contract/secondFactor.ts'
import { api } from '../../api/api.ts'
import { lazyDialog } from '../../kit/dialogs/lazyDialog.tsx'
import type { NewCodes } from './addFactorDialog.ts'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'

const AddAppDialog = lazyDialog(async () => (await import('./AddAppDialog.tsx')).AddAppDialog)

type Adding = { add: (kind: Factor['kind']) => void; isAdding: boolean; dialog: ReactNode }

/** The dialogs that add a second factor. Render `dialog` somewhere. */
export function useAddFactor(onAdded: (kind: Factor['kind'], codes: NewCodes) => void): Adding {
  const queryClient = useQueryClient()
  const [kind, setKind] = useState<Factor['kind'] | null>(null)
  const close = () => setKind(null)
  const Dialog = kind === 'passkey' ? AddPasskeyDialog : AddAppDialog

  function finish(codes: NewCodes): void {
    close()
    if (kind !== null) onAdded(kind, codes)
    void queryClient.invalidateQueries({ queryKey: api.secondFactor.getOwn.queryKey })
  }
  return { add: setKind, isAdding: kind !== null, dialog: kind !== null && <Dialog onAdded={finish} onClose={close} /> }
}
