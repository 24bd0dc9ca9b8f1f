import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { importWithRetry } from '../browser/lazyModule.ts'

/** Loaders use the query client that the screens read. */
export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()()

/** Screens with sidebar and navbar around them. */
export const shellRoute = createRoute({
  id: 'shell',
  getParentRoute: () => rootRoute,
  component: lazyRouteComponent(() => importWithRetry(() => import('../layout/Shell.tsx')), 'Shell'),
})
