import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useConfiguration } from '../useConfiguration.ts'
import { removeServiceWorker, startServiceWorker } from './appVersion.ts'
import { NewVersion } from './NewVersion.tsx'

/** What every screen behind the sign-in has of the offline half, loaded after the screen itself. */
export function OfflineParts() {
  useServiceWorker()
  useLaunches()
  return <NewVersion />
}

function useServiceWorker(): void {
  const isAllowed = useConfiguration()?.isServiceWorkerAllowed
  useEffect(() => {
    if (isAllowed !== undefined) void (isAllowed ? startServiceWorker() : removeServiceWorker())
  }, [isAllowed])
}

/** A shortcut of the installed app comes to the window that is open already; its icon alone only brings that to the front. */
function useLaunches(): void {
  const { history } = useRouter()
  useEffect(() => {
    window.launchQueue?.setConsumer(({ targetURL }) => {
      const { pathname } = new URL(targetURL ?? '/', location.href)
      if (pathname !== '/' && pathname !== location.pathname) history.push(pathname)
    })
  }, [history])
}
