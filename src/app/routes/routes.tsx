/**
 * The route table: the components of the screens that `session/screens.ts` declares. Screens are loaded lazily, except the sign-in: it is
 * the first screen that anybody sees, and most of its code is shared.
 */
import { createRoute, createRouter } from '@tanstack/react-router'
import { api } from '../api/api.ts'
import { queryClient } from '../api/queryClient.ts'
import { Crash } from '../layout/Crash.tsx'
import { PendingPage } from '../layout/Pending.tsx'
import { rootRoute, shellRoute } from './parents.tsx'
import { listRoute, recordRoute } from './recordRoutes.tsx'
import { entrance, load, loginRoute, screen, unknownRoute } from './screenRoutes.ts'

/** Addition, without a guard: in demo mode anybody may read the mailbox; otherwise it is empty. */
const demoMailboxRoute = createRoute({
  path: '/demoMailbox',
  getParentRoute: () => rootRoute,
  component: load(() => import('../screens/demoMailbox/DemoMailboxScreen.tsx'), 'DemoMailboxScreen'),
})

const routeTree = rootRoute.addChildren([
  loginRoute,
  entrance(
    '/changePassword/{-$token}',
    load(() => import('../screens/changePassword/ChangePasswordScreen.tsx'), 'ChangePasswordScreen'),
  ),
  entrance(
    '/validateAccount/$token/{-$userId}',
    load(() => import('../screens/validateAccount/ValidateAccountScreen.tsx'), 'ValidateAccountScreen'),
  ),
  entrance(
    '/confirmAddress/$token',
    load(() => import('../screens/confirmAddress/ConfirmAddressScreen.tsx'), 'ConfirmAddressScreen'),
  ),
  entrance(
    '/restoreAddress/$token',
    load(() => import('../screens/restoreAddress/RestoreAddressScreen.tsx'), 'RestoreAddressScreen'),
  ),
  demoMailboxRoute,
  shellRoute.addChildren([
    screen(
      '/',
      load(() => import('../screens/dashboard/DashboardScreen.tsx'), 'DashboardScreen'),
    ),
    screen(
      '/productUpdate/index',
      load(() => import('../screens/productUpdate/ProductUpdateScreen.tsx'), 'ProductUpdateScreen'),
    ),
    screen(
      '/profile',
      load(() => import('../screens/profile/ProfileScreen.tsx'), 'ProfileScreen'),
    ),
    listRoute(
      '/firmware/index',
      api.firmware,
      load(() => import('../screens/firmware/FirmwareListScreen.tsx'), 'FirmwareListScreen'),
    ),
    recordRoute(
      '/firmware/show/$id',
      api.firmware.get,
      load(() => import('../screens/firmware/FirmwareShowScreen.tsx'), 'FirmwareShowScreen'),
    ),
    screen(
      '/firmware/create',
      load(() => import('../screens/firmware/FirmwareFormScreens.tsx'), 'FirmwareCreateScreen'),
    ),
    recordRoute(
      '/firmware/edit/$id',
      api.firmware.get,
      load(() => import('../screens/firmware/FirmwareFormScreens.tsx'), 'FirmwareEditScreen'),
    ),
    listRoute(
      '/product/index',
      api.product,
      load(() => import('../screens/product/ProductListScreen.tsx'), 'ProductListScreen'),
    ),
    recordRoute(
      '/product/show/$id',
      api.product.get,
      load(() => import('../screens/product/ProductShowScreen.tsx'), 'ProductShowScreen'),
    ),
    screen(
      '/product/create',
      load(() => import('../screens/product/ProductFormScreens.tsx'), 'ProductCreateScreen'),
    ),
    recordRoute(
      '/product/edit/$id',
      api.product.get,
      load(() => import('../screens/product/ProductFormScreens.tsx'), 'ProductEditScreen'),
    ),
    listRoute(
      '/betaGroup/index',
      api.betaGroup,
      load(() => import('../screens/betaGroup/BetaGroupListScreen.tsx'), 'BetaGroupListScreen'),
    ),
    recordRoute(
      '/betaGroup/show/$id',
      api.betaGroup.get,
      load(() => import('../screens/betaGroup/BetaGroupShowScreen.tsx'), 'BetaGroupShowScreen'),
    ),
    screen(
      '/betaGroup/create',
      load(() => import('../screens/betaGroup/BetaGroupFormScreens.tsx'), 'BetaGroupCreateScreen'),
    ),
    recordRoute(
      '/betaGroup/edit/$id',
      api.betaGroup.get,
      load(() => import('../screens/betaGroup/BetaGroupFormScreens.tsx'), 'BetaGroupEditScreen'),
    ),
    listRoute(
      '/warrantyCode/index',
      api.warrantyCode,
      load(() => import('../screens/warrantyCode/WarrantyCodeListScreen.tsx'), 'WarrantyCodeListScreen'),
    ),
    listRoute(
      '/news/index',
      api.news,
      load(() => import('../screens/news/NewsListScreen.tsx'), 'NewsListScreen'),
    ),
    recordRoute(
      '/news/show/$id',
      api.news.get,
      load(() => import('../screens/news/NewsShowScreen.tsx'), 'NewsShowScreen'),
      { returnsToList: true },
    ),
    screen(
      '/news/create',
      load(() => import('../screens/news/NewsFormScreens.tsx'), 'NewsCreateScreen'),
    ),
    recordRoute(
      '/news/edit/$id',
      api.news.get,
      load(() => import('../screens/news/NewsFormScreens.tsx'), 'NewsEditScreen'),
      { returnsToList: true },
    ),
    listRoute(
      '/rallyZone/index',
      api.rallyZone,
      load(() => import('../screens/rallyZone/RallyZoneListScreen.tsx'), 'RallyZoneListScreen'),
    ),
    recordRoute(
      '/rallyZone/show/$id',
      api.rallyZone.get,
      load(() => import('../screens/rallyZone/RallyZoneShowScreen.tsx'), 'RallyZoneShowScreen'),
      { returnsToList: true },
    ),
    screen(
      '/rallyZone/create',
      load(() => import('../screens/rallyZone/RallyZoneFormScreens.tsx'), 'RallyZoneCreateScreen'),
    ),
    recordRoute(
      '/rallyZone/edit/$id',
      api.rallyZone.get,
      load(() => import('../screens/rallyZone/RallyZoneFormScreens.tsx'), 'RallyZoneEditScreen'),
      { returnsToList: true },
    ),
    listRoute(
      '/user/index',
      api.user,
      load(() => import('../screens/user/UserListScreen.tsx'), 'UserListScreen'),
    ),
    recordRoute(
      '/user/show/$id',
      api.user.get,
      load(() => import('../screens/user/UserShowScreen.tsx'), 'UserShowScreen'),
    ),
    screen(
      '/user/create',
      load(() => import('../screens/user/UserFormScreens.tsx'), 'UserCreateScreen'),
    ),
    recordRoute(
      '/user/edit/$id',
      api.user.get,
      load(() => import('../screens/user/UserFormScreens.tsx'), 'UserEditScreen'),
    ),
    listRoute(
      '/securityEvent/index',
      api.securityEvent,
      load(() => import('../screens/securityEvent/SecurityLogScreen.tsx'), 'SecurityLogScreen'),
    ),
  ]),
  unknownRoute,
])

export const router = createRouter({
  routeTree,
  context: { queryClient },
  // The query client decides whether cached data is fresh.
  defaultPreloadStaleTime: 0,
  // Like the guards.
  caseSensitive: true,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: Crash,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
