import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { api } from '../api/api.ts'
import { appOutbox } from '../outbox/appOutbox.ts'
import { queryClient } from '../api/queryClient.ts'
import { useServerReach } from '../api/useReachability.ts'
import { useConfiguration } from '../api/useConfiguration.ts'
import { removeServiceWorker, startServiceWorker } from './appVersion.ts'
import { NewVersion } from './NewVersion.tsx'

const askEveryMs = 5_000

/** The offline features of every screen behind the sign-in. Loaded after the screen itself. */
export function OfflineParts() {
  useServiceWorker()
  useLaunches()
  useReturn()
  return <NewVersion />
}

/** Polls the server while it is away. When it is back, sends the outbox and refreshes the queries. */
function useReturn(): void {
  const isReached = useServerReach()
  const wasAway = useRef(false)
  useEffect(() => {
    if (isReached) {
      if (wasAway.current) void Promise.all([appOutbox.flush(), queryClient.invalidateQueries()])
      wasAway.current = false
      return
    }
    wasAway.current = true
    const ask = () => void api.configuration.get().catch(() => undefined)
    const timer = setInterval(ask, askEveryMs)
    addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      removeEventListener('online', ask)
    }
  }, [isReached])
}

function useServiceWorker(): void {
  const isAllowed = useConfiguration()?.isServiceWorkerAllowed
  useEffect(() => {
    if (isAllowed !== undefined) void (isAllowed ? startServiceWorker() : removeServiceWorker())
  }, [isAllowed])
}

/** Opening a shortcut of the installed app focuses its open window; this navigates there. The app's icon alone only focuses the window. */
function useLaunches(): void {
  const { history } = useRouter()
  useEffect(() => {
    window.launchQueue?.setConsumer(({ targetURL }) => {
      const { pathname } = new URL(targetURL ?? '/', location.href)
      if (pathname !== '/' && pathname !== location.pathname) history.push(pathname)
    })
  }, [history])
}
