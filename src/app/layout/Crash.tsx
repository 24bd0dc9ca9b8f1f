import { Trans, useLingui } from '@lingui/react/macro'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { reloadToNewest } from '../browser/lazyModule.ts'
import { useIsUpdatingHere } from '../browser/reloadBlockers.ts'
import { Button } from '../ui/button.tsx'

/** Shown for a screen that crashed or could not be loaded; reloading gets the latest version, but would end an update (UpdateHost.tsx). */
export function Crash({ error }: ErrorComponentProps) {
  const { t } = useLingui()
  const isUpdating = useIsUpdatingHere()
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-4 px-6 py-20 text-center">
      <TriangleAlert aria-hidden className="size-10 text-destructive" />
      <h1 className="text-xl font-semibold">{t`This page stopped working`}</h1>
      <p className="text-pretty text-muted-foreground">
        {isUpdating ? (
          <Trans>The update of your detector goes on. Do not unplug the detector, and keep this page open.</Trans>
        ) : (
          <Trans>Nothing you saved is lost. Reload the page. If it happens again, send us the line below.</Trans>
        )}
      </p>
      {!isUpdating && (
        <Button onClick={() => void reloadToNewest()}>
          <Trans>Reload the page</Trans>
        </Button>
      )}
      <code className="max-w-full text-xs break-words text-muted-foreground">{error instanceof Error ? error.message : String(error)}</code>
    </div>
  )
}
