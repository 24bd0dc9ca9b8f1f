import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import { undoHours } from '../../../contract/crud.ts'
import { toastErrorMs, toastLongMs } from '../../../contract/rules.ts'
import { useConfirm } from '../dialogs/useConfirm.tsx'
import { useChangeErrorText } from '../form/useChangeErrorText.ts'

type ById = { readonly params: { readonly id: number } }

/** The calls of contract/crud.ts. */
export type DeletableApi = {
  remove(request: ById): Promise<unknown>
  restore(request: ById): Promise<unknown>
}

export type DeleteWords = {
  /** "Delete product WS6?" */
  readonly question: (name: string) => string
  /** "Product deleted" */
  readonly done: string
  /** What else a deletion brings. */
  readonly consequence: string
}

type Named = { readonly id: number; readonly name: string }

/** Deletes after a question that names its object, and offers to undo it. Draw `question` somewhere. */
export function useDeleteRecord(
  api: DeletableApi,
  words: DeleteWords,
  onDeleted?: () => void,
): { ask: (record: Named) => void; restore: (id: number) => Promise<void>; question: ReactNode } {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const errorText = useChangeErrorText()
  const { ask, question } = useConfirm()

  async function restore(id: number) {
    try {
      await api.restore({ params: { id } })
      toast.success(t`Restored`)
    } catch (error) {
      toast.error(errorText(error), { duration: toastErrorMs })
    }
    await queryClient.invalidateQueries()
  }

  async function remove({ id, name }: Named) {
    const isMeant = await ask({
      title: words.question(name),
      description: (
        <>
          {words.consequence} <Trans>You can undo this for {undoHours} hours.</Trans>
        </>
      ),
      action: <Trans>Delete</Trans>,
    })
    if (!isMeant) return
    try {
      await api.remove({ params: { id } })
    } catch (error) {
      toast.error(errorText(error), { duration: toastErrorMs })
      return
    }
    toast.success(words.done, { duration: toastLongMs, action: { label: t`Undo`, onClick: () => void restore(id) } })
    onDeleted?.()
    await queryClient.invalidateQueries()
  }

  return { ask: (record) => void remove(record), restore, question }
}
