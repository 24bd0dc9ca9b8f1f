import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { sessionStore } from '../api/sessionStore.ts'
import { importWithRetry } from '../browser/lazyModule.ts'
import { FocusKeeper } from '../layout/FocusKeeper.tsx'
import { PendingPage } from '../layout/Pending.tsx'

/** Loaders use the query client that the screens read. */
export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: () => (
    <>
      <FocusKeeper />
      <Outlet />
    </>
  ),
})

const loadShell = () => importWithRetry(() => import('../layout/Shell.tsx'))
const Shell = lazy(async () => ({ default: (await loadShell()).Shell }))

/** Screens with sidebar and navbar around them. */
export const shellRoute = createRoute({
  id: 'shell',
  getParentRoute: () => rootRoute,
  // Beside the screen's code; guests do not need it.
  beforeLoad() {
    // Rendering imports it again, and the error boundary reports a failure.
    if (sessionStore.read() !== null) void loadShell().catch(() => undefined)
  },
  // Not `lazyRouteComponent`: once the router shows that it waits for a route's code, it shows that until all loaders below have ended too
  // (router 1.170), so that a slow record would hide the frame.
  component: () => (
    <Suspense fallback={<PendingPage />}>
      <Shell />
    </Suspense>
  ),
})
