import { Trans } from '@lingui/react/macro'
import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { useBrowserOnline, useServerReach } from '../../api/useReachability.ts'

type AsOfProps = {
  /** From TanStack Query. */
  query: { readonly data: unknown; readonly dataUpdatedAt: number; readonly isError: boolean }
  /** What cannot be done meanwhile. */
  children?: ReactNode
}

/** The date of persisted data, shown while the server cannot be reached. Renders nothing for fresh or missing data. */
export function AsOf({ query, children }: AsOfProps) {
  const isOnline = useBrowserOnline()
  const isReached = useServerReach()
  const isFresh = isOnline && isReached && !query.isError
  if (isFresh || query.data === undefined || query.dataUpdatedAt === 0) return null
  return (
    <p className="flex items-center gap-2 text-sm text-muted-foreground">
      <CloudOff aria-hidden className="size-4 shrink-0 text-warning" />
      <span>
        <Trans>As of {formatDateTime(new Date(query.dataUpdatedAt).toISOString())}</Trans>
        {children !== undefined && (
          <>
            <span> · </span>
            {children}
          </>
        )}
      </span>
    </p>
  )
}
