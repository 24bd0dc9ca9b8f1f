import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { CircleAlert, CloudOff, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { asAppError } from '../../../errors.ts'
import { Alert, AlertDescription, AlertTitle } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useErrorText } from './useErrorText.ts'

type FailedProps = {
  error: unknown
  onRetry: () => void
  isRetrying: boolean
  /** What still works offline. */
  stillWorks?: ReactNode
  /** Whether a toast says that the server failed (api/queryClient.ts). Outside the frame there are none. */
  hasToasts?: boolean
}

/** Shown in place of what could not be loaded: the error, a retry button and the request's id for support. */
export function Failed({ error, onRetry, isRetrying, stillWorks, hasToasts = true }: FailedProps) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const { code, requestId } = asAppError(error)
  const isOffline = code === 'network.offline.error'
  return (
    <Alert role="alert" variant={isOffline ? 'warning' : 'destructive'}>
      {isOffline ? <CloudOff aria-hidden /> : <CircleAlert aria-hidden />}
      <AlertTitle>{isOffline ? t`No connection` : t`This could not be loaded`}</AlertTitle>
      <AlertDescription>
        {!(hasToasts && code === 'internal.server.error') && <p>{errorText(error)}</p>}
        {isOffline && stillWorks !== undefined && <p>{stillWorks}</p>}
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="outline" size="sm" onClick={onRetry} isBusy={isRetrying}>
            {!isRetrying && <RotateCw aria-hidden />}
            <Trans>Try again</Trans>
          </Button>
          {requestId !== undefined && (
            <span className="text-xs break-all text-muted-foreground">
              <Trans>
                Request <code>{requestId}</code>
              </Trans>
            </span>
          )}
        </div>
      </AlertDescription>
    </Alert>
  )
}

type FailedQueryProps = Pick<FailedProps, 'stillWorks'> & { query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> }

/** The same for a query, which its button sends again. */
export function FailedQuery({ query: { error, isFetching, refetch }, stillWorks }: FailedQueryProps) {
  return <Failed error={error} onRetry={() => void refetch()} isRetrying={isFetching} stillWorks={stillWorks} />
}
