import { Trans } from '@lingui/react/macro'
import { FileClock } from 'lucide-react'
import { formatDateTime } from '../../i18n/formatDate.ts'
import type { FormDraft } from '../../offline/formDrafts.ts'
import { Alert, AlertActions, AlertDescription, AlertTitle } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

type OfferedDraftProps = {
  draft: FormDraft
  /** The record was saved after the draft was begun. */
  isOutdated: boolean
  onTake: () => void
  onDiscard: () => void
}

/** Offers what an earlier visit to this form has left unsaved. */
export function OfferedDraft({ draft, isOutdated, onTake, onDiscard }: OfferedDraftProps) {
  return (
    <Alert variant="warning">
      <FileClock aria-hidden />
      <AlertTitle>
        <Trans>There is unsaved text from {formatDateTime(draft.changedAt)}</Trans>
      </AlertTitle>
      <AlertDescription>
        {isOutdated && (
          <p>
            <Trans>The article has been saved since. If you continue with this text, check that nothing is lost.</Trans>
          </p>
        )}
        <AlertActions>
          <Button variant="outline" size="sm" onClick={onTake}>
            <Trans>Continue with it</Trans>
          </Button>
          <Button variant="outline" size="sm" onClick={onDiscard}>
            <Trans>Discard it</Trans>
          </Button>
        </AlertActions>
      </AlertDescription>
    </Alert>
  )
}
