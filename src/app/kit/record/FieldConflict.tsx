import { Trans, useLingui } from '@lingui/react/macro'
import { UsersRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Meanwhile } from '../../../errors.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { Alert, AlertActions, AlertDescription, AlertTitle } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { type FieldWords, useShownValue } from '../history/auditWords.tsx'

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
export function FieldConflict({ words, fields, compared, made, mine, theirs, isNext, onKeepMine, onTakeTheirs }: FieldConflictProps) {
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
