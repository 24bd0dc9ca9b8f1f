import { Trans } from '@lingui/react/macro'
import { UsersRound } from 'lucide-react'
import { Alert, AlertActions, AlertDescription, AlertTitle } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldChange, type FieldWords } from '../history/auditWords.tsx'

type ChangedMeanwhileProps = {
  words: FieldWords
  before: Readonly<Record<string, unknown>>
  theirs: Readonly<Record<string, unknown>>
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Shown above a form after somebody else has saved the record: their changes, and the choice between the two. */
export function ChangedMeanwhile({ words, before, theirs, onTakeTheirs, onKeepMine }: ChangedMeanwhileProps) {
  const changed = Object.keys(theirs).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(theirs[field]))
  return (
    <Alert role="alert" variant="warning">
      <UsersRound aria-hidden />
      <AlertTitle>
        <Trans>Someone else has changed this since you opened it</Trans>
      </AlertTitle>
      <AlertDescription>
        <ul>
          {changed.map((field) => (
            <li key={field} className="break-words">
              <FieldChange words={words} field={field} before={before} after={theirs} className="font-medium" />
            </li>
          ))}
        </ul>
        <AlertActions>
          <Button variant="outline" size="sm" onClick={onTakeTheirs}>
            <Trans>Use their changes</Trans>
          </Button>
          <Button variant="outline" size="sm" onClick={onKeepMine}>
            <Trans>Keep mine</Trans>
          </Button>
        </AlertActions>
      </AlertDescription>
    </Alert>
  )
}
