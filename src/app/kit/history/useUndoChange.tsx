import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { ReactNode } from 'react'
import type { AuditEntry } from '../../../contract/audit.ts'
import { unitOf } from '../../../contract/editForm.ts'
import { asAppError, type Meanwhile } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { useConfirm } from '../dialogs/useConfirm.tsx'
import { useChangeErrorText } from '../failures/useChangeErrorText.ts'
import { useRefusalToast } from '../failures/useRefusalToast.ts'
import { entryLines, type FieldWords } from './auditWords.tsx'

/** An entry of the history, with the words for its record's fields and the record's name. */
type Change = { readonly entry: AuditEntry; readonly words: FieldWords; readonly name: string }

type Undone = Change & { readonly keptFields: readonly string[] }

/**
 * Undoes a change of a record after confirmation. Of fields that were changed again since, it says by whom and when, and offers to undo the
 * others alone. Render `question` somewhere.
 */
export function useUndoChange(): { ask: (change: Change) => void; question: ReactNode } {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { ask, question } = useConfirm()
  const onRefused = useRefusalToast(useChangeErrorText())
  const undoing = useMutation({
    mutationFn: ({ entry, keptFields }: Undone) => api.audit.revert({ params: { id: entry.id }, body: { keptFields: [...keptFields] } }),
    onSuccess: () => void toast.success(t`Change undone`),
    onError(error, undone) {
      const { meanwhile } = asAppError(error)
      if (meanwhile === undefined) onRefused(error)
      else void askForOthers(undone, meanwhile)
    },
    // The record, its history, its list and the activity.
    onSettled: () => queryClient.invalidateQueries(),
  })

  async function askAndUndo(change: Change) {
    const { entry, words, name } = change
    const isMeant = await ask({
      title: <Trans>Undo this change to {name}?</Trans>,
      description: entryLines({ ...entry, before: entry.after, after: entry.before }, words, 'font-medium text-foreground').map(
        ({ key, line }) => (
          <span key={key} className="block break-words">
            {line}
          </span>
        ),
      ),
      action: <Trans>Undo this change</Trans>,
      isHarmless: true,
    })
    if (isMeant) undoing.mutate({ ...change, keptFields: [] })
  }

  async function askForOthers({ keptFields, ...change }: Undone, { changes }: Meanwhile) {
    const { entry, words } = change
    const fields = Object.keys(entry.before ?? {})
    const kept = [...keptFields, ...changes.flatMap(({ field }) => unitOf(field))]
    const hasOthers = fields.some((field) => !kept.includes(field))
    const isMeant = await ask({
      title: <Trans>Not undone: this has been changed again since</Trans>,
      description: changes.map(({ field, by, date }) => {
        const together = fields.filter((one) => unitOf(field).includes(one))
        const names = together.map((one) => words.labels[one] ?? one).join(', ')
        const [author, time] = [by ?? t`System`, formatDateTime(date)]
        return (
          <span key={field} className="block break-words">
            <Trans>
              {names}: changed by {author}, {time}
            </Trans>
          </span>
        )
      }),
      ...(hasOthers && { action: <Trans>Undo the other fields</Trans> }),
      isHarmless: true,
    })
    if (isMeant) undoing.mutate({ ...change, keptFields: kept })
  }

  return { ask: (change) => void askAndUndo(change), question }
}
