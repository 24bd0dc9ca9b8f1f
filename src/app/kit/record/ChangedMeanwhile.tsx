import { Trans } from '@lingui/react/macro'
import { UsersRound } from 'lucide-react'
import { Alert, AlertActions, AlertDescription, AlertTitle } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useShownValue } from './RecordHistory.tsx'

type ChangedMeanwhileProps = {
  labels: Readonly<Record<string, string>>
  before: Readonly<Record<string, unknown>>
  theirs: Readonly<Record<string, unknown>>
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Shown above a form after somebody else has saved the record: their changes, and the choice between the two. */
export function ChangedMeanwhile({ labels, before, theirs, onTakeTheirs, onKeepMine }: ChangedMeanwhileProps) {
  const show = useShownValue()
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
              {labels[field] ?? field}: <del>{show(before[field])}</del> →{' '}
              <ins className="font-medium no-underline">{show(theirs[field])}</ins>
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
