import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { Sparkles } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../api/api.ts'
import { appOutbox } from '../outbox/appOutbox.ts'
import { queryClient } from '../api/queryClient.ts'
import { useServerReach } from '../api/useReachability.ts'
import { useConfiguration } from '../api/useConfiguration.ts'
import { removeServiceWorker } from '../browser/lazyModule.ts'
import { findReloadBlocker, type ReloadBlocker } from '../browser/reloadBlockers.ts'
import { Button } from '../ui/button.tsx'
import { applyNewVersion, type AppVersion, startServiceWorker, useAppVersion } from './appVersion.ts'

const askEveryMs = 5_000

/** The offline features of every screen behind the sign-in. Loaded after the screen itself. */
export function OfflineParts() {
  useServiceWorker()
  useLaunches()
  useReturn()
  return <NewVersion />
}

/**
 * Asks for the server once a call has failed, and goes on while it is away. When it is back, sends the outbox and refreshes the queries. What
 * only one call meets is no absence: something may keep just this one back, for ever.
 */
function useReturn(): void {
  const isReached = useServerReach()
  const isAway = useRef(false)
  useEffect(() => {
    if (isReached && !isAway.current) return
    async function ask(): Promise<void> {
      const isAnswered = await api.configuration.get().then(
        () => true,
        () => false,
      )
      if (isAnswered && isAway.current) void Promise.all([appOutbox.flush(), queryClient.invalidateQueries()])
      isAway.current = !isAnswered
    }
    void ask()
    if (isReached) return
    const askAgain = () => void ask()
    const timer = setInterval(askAgain, askEveryMs)
    addEventListener('online', askAgain)
    return () => {
      clearInterval(timer)
      removeEventListener('online', askAgain)
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

const pollIntervalMs = 1_000

/** Offers a newer version of the app. While an update, a form or the outbox blocks the reload in any tab, it says which. */
function NewVersion() {
  const { t } = useLingui()
  const version = useAppVersion()
  const [postponed, setPostponed] = useState<AppVersion>('current')
  const isShown = version !== 'current' && version !== postponed
  const [blocker, setBlocker] = useReloadBlocker(isShown)
  const [isPressed, setIsPressed] = useState(false)
  if (!isShown) return null

  const reasons: Readonly<Record<ReloadBlocker, string>> = {
    update: t`You can reload as soon as the update of your detector has finished.`,
    form: t`You can reload once you have saved or closed the open form.`,
    outbox: t`One moment: data is being sent to the server.`,
  }
  async function reload(): Promise<void> {
    setIsPressed(true)
    setBlocker(await applyNewVersion())
    setIsPressed(false)
  }
  return (
    <section
      aria-label={t`New version`}
      className="fixed inset-x-4 bottom-4 z-40 mx-auto flex max-w-xl flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border bg-popover px-4 py-3.5 text-sm text-popover-foreground shadow-lg"
    >
      <Sparkles aria-hidden className="size-5 shrink-0 text-primary" />
      <output className="min-w-48 flex-1 text-pretty">
        <span className="block font-semibold">
          {version === 'replaced' ? <Trans>A newer version is open in another tab</Trans> : <Trans>A new version is ready</Trans>}
        </span>
        <span className="text-muted-foreground">
          {blocker === null ? t`Reloading takes a moment, and nothing is lost.` : reasons[blocker]}
        </span>
      </output>
      <span className="ml-auto flex gap-2">
        <Button variant="ghost" size="sm" disabled={isPressed} onClick={() => setPostponed(version)}>
          <Trans>Later</Trans>
        </Button>
        <Button
          size="sm"
          disabled={blocker !== null && !isPressed}
          isBusy={isPressed || version === 'applying'}
          onClick={() => void reload()}
        >
          <Trans>Reload</Trans>
        </Button>
      </span>
    </section>
  )
}

/** Web Locks have no event for a release, so the locks are polled every second while the banner is shown. */
function useReloadBlocker(isAsked: boolean): [ReloadBlocker | null, (found: ReloadBlocker | null) => void] {
  const [blocker, setBlocker] = useState<ReloadBlocker | null>(null)
  useEffect(() => {
    if (!isAsked) return
    async function poll(): Promise<void> {
      setBlocker(await findReloadBlocker())
    }
    void poll()
    const timer = setInterval(() => void poll(), pollIntervalMs)
    return () => clearInterval(timer)
  }, [isAsked])
  return [blocker, setBlocker]
}
