import { Trans, useLingui } from '@lingui/react/macro'
import { UsersRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { unitOf } from '../../../contract/editForm.ts'
import type { Meanwhile } from '../../../errors.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { Alert, AlertActions, AlertDescription, AlertTitle } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { isSame } from './mergeValues.ts'
import { type FieldWords, useShownValue } from '../history/auditWords.tsx'

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

type Values = Readonly<Record<string, unknown>>

type FieldConflictProps = {
  words: FieldWords
  /** The fields that are decided together. */
  fields: readonly string[]
  /** Those whose values are shown. */
  compared: readonly string[]
  made: Meanwhile['changes'][number]
  mine: Values
  theirs: Values
  /** It is asked about first: it comes into view. */
  isNext: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Stands beside a field that two people have changed: both values, who and when, and the choice between them. */
function FieldConflict({ words, fields, compared, made, mine, theirs, isNext, onKeepMine, onTakeTheirs }: FieldConflictProps) {
  const { t } = useLingui()
  const show = useShownValue(words)
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (isNext) box.current?.focus()
  }, [isNext])
  const names = fields.map((field) => words.labels[field] ?? field).join(', ')
  const by = made.by ?? t`System`
  const date = formatDateTime(made.date)
  const textOf = (values: Values) => compared.map((field) => show(field, values[field])).join(' · ')
  return (
    <fieldset ref={box} tabIndex={-1} aria-label={t`Changed by two people: ${names}`} className="min-w-0">
      <Alert variant="warning">
        <UsersRound aria-hidden />
        <AlertTitle>
          <Trans>
            Also changed by {by}, {date}
          </Trans>
        </AlertTitle>
        <AlertDescription>
          {compared.length > 0 && (
            <dl className="grid grid-cols-[auto_1fr] gap-x-3 break-words">
              <dt className="text-muted-foreground">
                <Trans>Theirs</Trans>
              </dt>
              <dd className="min-w-0">{textOf(theirs)}</dd>
              <dt className="text-muted-foreground">
                <Trans>Mine</Trans>
              </dt>
              <dd className="min-w-0">{textOf(mine)}</dd>
            </dl>
          )}
          <AlertActions>
            <Button variant="outline" size="sm" onClick={onTakeTheirs}>
              <Trans>Use theirs</Trans>
            </Button>
            <Button variant="outline" size="sm" onClick={onKeepMine}>
              <Trans>Use mine</Trans>
            </Button>
          </AlertActions>
        </AlertDescription>
      </Alert>
    </fieldset>
  )
}
