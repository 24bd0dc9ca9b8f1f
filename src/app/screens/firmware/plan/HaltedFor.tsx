import { Trans } from '@lingui/react/macro'
import { OctagonPause } from 'lucide-react'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { Alert, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'
import { useFoundText } from '../../../i18n/useFoundText.ts'

/** Why a release was halted, where its outcomes did it and not a person. */
export function HaltedFor({ release: { state, haltedFor } }: { release: Pick<ShownRelease, 'state' | 'haltedFor'> }) {
  const foundText = useFoundText()
  // Kept after a withdrawal, which is a person's.
  if (haltedFor === null || state !== 'halted') return null
  return (
    <Alert variant="destructive">
      <OctagonPause aria-hidden />
      <AlertTitle>
        <Trans>Halted by itself</Trans>
      </AlertTitle>
      <AlertDescription>{foundText(haltedFor)}</AlertDescription>
    </Alert>
  )
}
