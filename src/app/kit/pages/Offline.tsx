import { Trans } from '@lingui/react/macro'
import { CloudOff } from 'lucide-react'
import { useBrowserOnline, useIsIntercepted, useServerReach } from '../../api/useReachability.ts'

/** A line above every screen while the network or the server cannot be reached. */
export function Offline() {
  const isOnline = useBrowserOnline()
  const isReached = useServerReach()
  const isIntercepted = useIsIntercepted()
  if (isOnline && isReached) return null
  return (
    <output className="flex items-center justify-center gap-2 border-b border-warning/30 bg-warning/10 px-4 py-2 text-sm">
      <CloudOff aria-hidden className="size-4 shrink-0 text-warning" />
      <span className="text-pretty">
        {isOnline && isIntercepted ? (
          <Trans>
            Something between you and the portal answers in its place, such as a network that asks you to sign in. Everything saved on this
            computer still works, and update results will be sent when the portal is reached.
          </Trans>
        ) : isOnline ? (
          <Trans>
            The server is not responding. Everything saved on this computer still works, and update results will be sent when the server is
            back.
          </Trans>
        ) : (
          <Trans>
            You are offline. Everything saved on this computer still works, and update results will be sent when you are back online.
          </Trans>
        )}
      </span>
    </output>
  )
}
