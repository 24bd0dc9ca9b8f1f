import { Trans } from '@lingui/react/macro'
import { UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { unitOf } from '../../../contract/editForm.ts'
import type { Meanwhile } from '../../../errors.ts'
import { Alert, AlertDescription, AlertTitle } from '../../ui/alert.tsx'
import { FieldConflict } from './FieldConflict.tsx'
import { isSame } from './mergeValues.ts'
import type { FieldWords } from '../history/auditWords.tsx'

type Change = Meanwhile['changes'][number]

/** What two people have changed, and is not decided yet. */
export type Contested<T> = { readonly changes: readonly Change[]; readonly before: T; readonly mine: T; readonly theirs: T }

/**
 * `question` stands beside the first field of those that are decided together, `summary` above the form; null without any. `onDecide` gets
 * the values that change with the choice.
 */
export function useFieldQuestions<T extends Readonly<Record<string, unknown>>>(
  contested: Contested<T> | null,
  words: FieldWords,
  onDecide: (change: Change, values: Partial<T>) => void,
): { question: (name: string) => ReactNode; summary: ReactNode } {
  if (contested === null) return { question: () => null, summary: null }
  const { changes, before, mine, theirs } = contested
  const asked = changes.map((change) => {
    const together = unitOf(change.field).filter((field) => field in mine)
    const differing = together.filter((field) => !isSame(mine[field], theirs[field]))
    // A form holds no address that waits for its confirmation, so there may be nothing to compare.
    const isVisible = together.some((field) => !isSame(before[field], theirs[field]))
    const fields = differing.length > 0 ? differing : [change.field]
    return { change, anchor: together[0], together, fields, compared: isVisible ? fields.filter((field) => isShown(mine, field)) : [] }
  })
  // As they stand in the form.
  const order = Object.keys(mine)
  const inOrder = asked.toSorted((one, other) => order.indexOf(one.anchor ?? '') - order.indexOf(other.anchor ?? ''))
  const question = (name: string): ReactNode => {
    const found = inOrder.find(({ anchor }) => anchor === name)
    if (found === undefined) return null
    const { change, together, fields, compared } = found
    // Each value is one of the same field.
    const taken = Object.fromEntries(together.map((field) => [field, theirs[field]])) as Partial<T>
    return (
      <FieldConflict
        key={change.field}
        words={words}
        fields={fields}
        compared={compared}
        made={change}
        mine={mine}
        theirs={theirs}
        isNext={found === inOrder[0]}
        onKeepMine={() => onDecide(change, {})}
        onTakeTheirs={() => onDecide(change, taken)}
      />
    )
  }
  const names = inOrder.flatMap(({ fields }) => fields.map((field) => words.labels[field] ?? field)).join(', ')
  const summary = (
    <Alert role="alert" variant="warning">
      <UsersRound aria-hidden />
      <AlertTitle>
        <Trans>Someone else has changed the same fields since you opened this</Trans>
      </AlertTitle>
      <AlertDescription>
        <Trans>Choose beside each of them which value stays: {names}</Trans>
      </AlertDescription>
    </Alert>
  )
  return { question, summary }
}

/** A file that was chosen can be compared with nothing that the form holds, and a password is not shown. */
function isShown(values: Readonly<Record<string, unknown>>, field: string): boolean {
  return field !== 'password' && !(values[field] instanceof Blob)
}
