import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import { undoHours } from '../../../contract/crud.ts'
import { toastLongMs } from '../../../contract/rules.ts'
import { useAction } from '../dialogs/useAction.tsx'
import { useRestoreRecord } from './useRestoreRecord.ts'

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
  /** Further consequences of a deletion. */
  readonly consequence: string
  /** How it can be undone, where nothing but the toast leads to a deleted record. */
  readonly undo?: string
}

type Named = {
  readonly id: number
  readonly name: string
  /** What happens to this record, in place of the words of all, with how it can be undone. */
  readonly consequence?: ReactNode
}

type DeleteOptions = { api: DeletableApi; words: DeleteWords; onDeleted?: () => void }

/** Deletes a record after confirmation, and offers to undo it. Render `question` somewhere. */
export function useDeleteRecord({ api, words, onDeleted }: DeleteOptions): {
  ask: (record: Named) => void
  restore: (id: number) => void
  question: ReactNode
} {
  const { t } = useLingui()
  const restoreBy = useRestoreRecord()
  const restore = (id: number) => restoreBy(() => api.restore({ params: { id } }))
  const { run, question } = useAction<Named>({
    asks: ({ name, consequence }) => ({
      title: words.question(name),
      description: consequence ?? (
        <>
          <span>{words.consequence}</span> {words.undo ?? <Trans>You can undo this for {undoHours} hours.</Trans>}
        </>
      ),
      action: <Trans>Delete</Trans>,
    }),
    async send({ id }) {
      await api.remove({ params: { id } })
      toast.success(words.done, { duration: toastLongMs, action: { label: t`Undo`, onClick: () => restore(id) } })
      onDeleted?.()
    },
  })
  return { ask: run, restore, question }
}
