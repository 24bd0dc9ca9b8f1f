import { Trans } from '@lingui/react/macro'
import { CloudOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** A line above every screen while the browser knows of no network. */
export function Offline() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (isOnline) return null
  return (
    <output className="flex items-center justify-center gap-2 border-b border-warning/30 bg-warning/10 px-4 py-2 text-sm">
      <CloudOff aria-hidden className="size-4 shrink-0 text-warning" />
      <span className="text-pretty">
        <Trans>You are offline. An update that has begun goes on; its result is sent when the network is back.</Trans>
      </span>
    </output>
  )
}
