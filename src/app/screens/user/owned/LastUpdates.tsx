import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Update } from './groupOwned.ts'
import { UpdateRow } from './UpdateRow.tsx'

const firstShown = 3

/** A detector's last updates, newest first; the rest unfolds. */
export function LastUpdates({ updates, name }: { updates: readonly Update[]; name: string }) {
  const { t, i18n } = useLingui()
  const count = i18n.number(updates.length)
  const [isWhole, setWhole] = useState(false)
  if (updates.length === 0) {
    return (
      <p className="py-1.5 text-muted-foreground">
        <Trans>No update yet.</Trans>
      </p>
    )
  }
  return (
    <>
      <ul aria-label={t`Updates of ${name}`} className="flex flex-col divide-y divide-border/60">
        {updates.slice(0, isWhole ? undefined : firstShown).map((update) => (
          <UpdateRow key={update.id} update={update} />
        ))}
      </ul>
      {updates.length > firstShown && (
        <Button variant="link" size="inline" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? <Trans>The last {firstShown} updates</Trans> : <Trans>All {count} updates</Trans>}
        </Button>
      )}
    </>
  )
}
