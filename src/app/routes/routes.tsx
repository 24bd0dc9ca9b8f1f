/**
 * The route table: path and screen; `access.ts` says who may enter. Screens load when they are entered, but for the
 * sign-in: it is the first one anybody sees, and its parts are every screen's.
 */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect, type RouteComponent } from '@tanstack/react-router'
import { findScreenPath, landing, loginPath, type ScreenPath } from '../session/access.ts'
import { Crash } from '../layout/Crash.tsx'
import { Pending } from '../layout/Pending.tsx'
import { fetchPart } from '../browser/lazyModule.ts'
import { holdPrefilledLogin } from '../session/prefilledLogin.ts'
import { LoginScreen } from '../screens/login/LoginScreen.tsx'
import { roleOf } from '../session/session.ts'
import { sessionStore } from '../api/sessionStore.ts'
import type { StaffScreenPath } from './staffScreens.ts'

const rootRoute = createRootRoute()

/** Screens with sidebar and navbar around them. */
const shellRoute = createRoute({
  id: 'shell',
  getParentRoute: () => rootRoute,
  component: lazyRouteComponent(() => fetchPart(() => import('../layout/Shell.tsx')), 'Shell'),
})

function screen<const P extends ScreenPath>(path: P, component: RouteComponent) {
  return createRoute({ path, getParentRoute: () => shellRoute, beforeLoad: ({ location }) => guard(path, location.href), component })
}

const loadStaffScreens = () => fetchPart(() => import('./staffScreens.ts'))

/** A screen of staff's own. A list comes back as it was left (section 2). */
function staffScreen<const P extends StaffScreenPath>(path: P) {
  const word = /^\/(\w+)\/index$/.exec(path)?.[1]
  return createRoute({
    path,
    getParentRoute: () => shellRoute,
    validateSearch: (search: Readonly<Record<string, unknown>>) => search,
    async beforeLoad({ location, search, cause }) {
      guard(path, location.href)
      // Entered by its plain address, not while it is being used: a reset, and Back to its beginning, stay what they are.
      const isPlain = cause !== 'stay' && Object.keys(search).length === 0
      const saved = word !== undefined && isPlain ? (await loadStaffScreens()).readSavedTable(word) : null
      if (saved !== null) throw redirect({ to: location.pathname, search: saved, replace: true })
    },
    component: lazyRouteComponent(async () => ({ default: await fetchPart((await loadStaffScreens()).staffScreens[path]) })),
  })
}

const loginRoute = createRoute({
  path: loginPath,
  getParentRoute: () => rootRoute,
  validateSearch: ({ redirect: target }: Record<string, unknown>): { redirect?: string } =>
    typeof target === 'string' ? { redirect: target } : {},
  beforeLoad({ params: { username, password, resetPassword }, search }) {
    guard(loginPath)
    if (username === undefined) return
    holdPrefilledLogin({ username, password: password ?? '', isForgotPassword: resetPassword !== undefined })
    throw redirect({ to: loginPath, params: { username: undefined, password: undefined, resetPassword: undefined }, search, replace: true })
  },
  component: LoginScreen,
})

/** The other screens of guests, and those that mailed links open for anybody. */
function entrance<const P extends ScreenPath>(path: P, component: RouteComponent) {
  return createRoute({ path, getParentRoute: () => rootRoute, beforeLoad: () => guard(path), component })
}

/** Addition, and not in the table: in demo mode anybody may look, signed in or not; elsewhere there is nothing to see. */
const demoMailboxRoute = createRoute({
  path: '/demoMailbox',
  getParentRoute: () => rootRoute,
  component: lazyRouteComponent(() => fetchPart(() => import('../screens/demoMailbox/DemoMailboxScreen.tsx')), 'DemoMailboxScreen'),
})

/** Paths of screens that are not built yet are guarded too; after that they are as unknown as any other. */
const unknownRoute = createRoute({
  path: '$',
  getParentRoute: () => rootRoute,
  beforeLoad({ location }) {
    const path = findScreenPath(location.pathname)
    if (path !== undefined) guard(path, location.href)
  },
  component: lazyRouteComponent(() => fetchPart(() => import('../layout/NotFound.tsx')), 'NotFound'),
})

const routeTree = rootRoute.addChildren([
  loginRoute,
  entrance(
    '/changePassword/{-$token}',
    lazyRouteComponent(() => fetchPart(() => import('../screens/changePassword/ChangePasswordScreen.tsx')), 'ChangePasswordScreen'),
  ),
  entrance(
    '/validateAccount/$token/{-$userId}',
    lazyRouteComponent(() => fetchPart(() => import('../screens/validateAccount/ValidateAccountScreen.tsx')), 'ValidateAccountScreen'),
  ),
  entrance(
    '/confirmAddress/$token',
    lazyRouteComponent(() => fetchPart(() => import('../screens/confirmAddress/ConfirmAddressScreen.tsx')), 'ConfirmAddressScreen'),
  ),
  entrance(
    '/restoreAddress/$token',
    lazyRouteComponent(() => fetchPart(() => import('../screens/restoreAddress/RestoreAddressScreen.tsx')), 'RestoreAddressScreen'),
  ),
  demoMailboxRoute,
  shellRoute.addChildren([
    screen(
      '/',
      lazyRouteComponent(() => fetchPart(() => import('../screens/dashboard/DashboardScreen.tsx')), 'DashboardScreen'),
    ),
    screen(
      '/productUpdate/index',
      lazyRouteComponent(() => fetchPart(() => import('../screens/productUpdate/ProductUpdateScreen.tsx')), 'ProductUpdateScreen'),
    ),
    screen(
      '/profile',
      lazyRouteComponent(() => fetchPart(() => import('../screens/profile/ProfileScreen.tsx')), 'ProfileScreen'),
    ),
    staffScreen('/firmware/index'),
    staffScreen('/firmware/show/$firmwareId'),
    staffScreen('/firmware/create'),
    staffScreen('/firmware/edit/$firmwareId'),
    staffScreen('/product/index'),
    staffScreen('/product/show/$productId'),
    staffScreen('/product/create'),
    staffScreen('/product/edit/$productId'),
    staffScreen('/user/index'),
    staffScreen('/user/show/$userId'),
    staffScreen('/user/create'),
    staffScreen('/user/edit/$userId'),
    staffScreen('/securityEvent/index'),
  ]),
  unknownRoute,
])

/** Sends elsewhere whoever may not enter; a guest comes back to `href` after signing in. */
function guard(path: ScreenPath, href = '/'): void {
  const to = landing(path, roleOf(sessionStore.read()))
  if (to === null) return
  if (to === loginPath) throw redirect({ to, search: href === '/' ? {} : { redirect: href }, replace: true })
  throw redirect({ to, replace: true })
}

export const router = createRouter({
  routeTree,
  // As the guards compare them.
  caseSensitive: true,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingMs: 150,
  defaultPendingComponent: Pending,
  defaultErrorComponent: Crash,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
