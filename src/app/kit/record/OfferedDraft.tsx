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
  onTake: (draft: FormDraft) => void
  onDiscard: (draft: FormDraft) => void
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
            <Trans>This has been saved since. If you continue with your text, the rest of the form shows what was saved.</Trans>
          </p>
        )}
        <AlertActions>
          <Button variant="outline" size="sm" onClick={() => onTake(draft)}>
            <Trans>Continue with it</Trans>
          </Button>
          <Button variant="outline" size="sm" onClick={() => onDiscard(draft)}>
            <Trans>Discard it</Trans>
          </Button>
        </AlertActions>
      </AlertDescription>
    </Alert>
  )
}
