/** Routes of single screens, of the published articles, and the one for all other addresses. */
import { createRoute, lazyRouteComponent, redirect, type RouteComponent } from '@tanstack/react-router'
import { importWithRetry } from '../browser/lazyModule.ts'
import { Pending } from '../layout/Pending.tsx'
import { LoginScreen } from '../screens/login/LoginScreen.tsx'
import { findScreenPath } from '../session/access.ts'
import { setPrefilledLogin } from '../session/prefilledLogin.ts'
import { loginPath, type ScreenPath } from '../session/screens.ts'
import { guard } from './guard.ts'
import { rootRoute, shellRoute } from './parents.tsx'

/** A screen's component, loaded when needed and again after a failure. */
export function lazyScreen<const K extends string>(
  importScreen: () => Promise<Readonly<Record<K, RouteComponent>>>,
  name: K,
): RouteComponent {
  return lazyRouteComponent(() => importWithRetry(importScreen), name)
}

export function screenRoute<const P extends ScreenPath>(path: P, component: RouteComponent) {
  return createRoute({
    path,
    getParentRoute: () => shellRoute,
    beforeLoad: ({ location }) => guard(path, location.href),
    pendingComponent: Pending,
    component,
  })
}

export const loginRoute = createRoute({
  path: loginPath,
  getParentRoute: () => rootRoute,
  validateSearch: ({ redirect: target }: Record<string, unknown>): { redirect?: string } =>
    typeof target === 'string' ? { redirect: target } : {},
  beforeLoad({ params: { username, password, resetPassword }, search }) {
    guard(loginPath)
    if (username === undefined) return
    setPrefilledLogin({ username, password: password ?? '', isForgotPassword: resetPassword !== undefined })
    throw redirect({ to: loginPath, params: { username: undefined, password: undefined, resetPassword: undefined }, search, replace: true })
  },
  component: LoginScreen,
})

/** The other screens for guests, and those that mailed links open. */
export function entranceRoute<const P extends ScreenPath>(path: P, component: RouteComponent) {
  return createRoute({ path, getParentRoute: () => rootRoute, beforeLoad: () => guard(path), component })
}

/** Addition: the published articles, with as many pages open as the address says. */
export const articlesRoute = createRoute({
  path: '/articles/index',
  getParentRoute: () => shellRoute,
  validateSearch: ({ pages }: Readonly<Record<string, unknown>>): { readonly pages?: number } =>
    typeof pages === 'number' && Number.isSafeInteger(pages) && pages > 1 ? { pages } : {},
  beforeLoad: ({ location }) => guard('/articles/index', location.href),
  pendingComponent: Pending,
  component: lazyScreen(() => import('../screens/news/published/PublishedNewsScreen.tsx'), 'PublishedNewsScreen'),
})

/** Paths of screens that are not built yet are guarded too, and then not found like any other. */
export const unknownRoute = createRoute({
  path: '$',
  getParentRoute: () => rootRoute,
  beforeLoad({ location }) {
    const path = findScreenPath(location.pathname)
    if (path !== undefined) guard(path, location.href)
  },
  component: lazyScreen(() => import('../layout/NotFound.tsx'), 'NotFound'),
})
