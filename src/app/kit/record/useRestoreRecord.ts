import { useLingui } from '@lingui/react/macro'
import { useAction } from '../dialogs/useAction.tsx'

/** Restores a deleted record by its entity's call. */
export function useRestoreRecord(): (call: () => Promise<unknown>) => void {
  const { t } = useLingui()
  return useAction<() => Promise<unknown>>({ send: (call) => call().then(() => t`Restored`) }).run
}
