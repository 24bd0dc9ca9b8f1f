/**
 * The route table: the components of the screens that `session/screens.ts` declares. Screens are loaded lazily, except the sign-in: it is
 * the first screen that anybody sees, and most of its code is shared.
 */
import { createRoute, createRouter } from '@tanstack/react-router'
import type { RecordEntity } from '../../contract/recordFields.ts'
import { api } from '../api/api.ts'
import { queryClient } from '../api/queryClient.ts'
import { Crash } from '../layout/Crash.tsx'
import { PendingPage } from '../layout/Pending.tsx'
import { WithUpdates } from '../layout/UpdateHost.tsx'
import { rootRoute, shellRoute } from './parents.tsx'
import { readStepSearch } from '../session/stepSearch.ts'
import { listRoute, type RecordRoutes, recordRoutes } from './recordRoutes.tsx'
import { articlesRoute, entranceRoute, lazyScreen, loginRoute, screenRoute, unknownRoute } from './screenRoutes.ts'

/** Addition, without a guard: in demo mode anybody may read the mailbox; otherwise it is empty. */
const demoMailboxRoute = createRoute({
  path: '/demoMailbox',
  getParentRoute: () => rootRoute,
  component: lazyScreen(() => import('../screens/demoMailbox/DemoMailboxScreen.tsx'), 'DemoMailboxScreen'),
})

/** The four screens of each entity. */
const entityRoutes: { readonly [E in RecordEntity]: RecordRoutes<E> } = {
  user: recordRoutes('user', api.user, {
    list: () => import('../screens/user/UserListScreen.tsx'),
    show: () => import('../screens/user/UserShowScreen.tsx'),
    form: () => import('../screens/user/UserForm.tsx'),
  }),
  product: recordRoutes('product', api.product, {
    list: () => import('../screens/product/ProductListScreen.tsx'),
    show: () => import('../screens/product/ProductShowScreen.tsx'),
    form: () => import('../screens/product/ProductForm.tsx'),
  }),
  firmware: recordRoutes('firmware', api.firmware, {
    list: () => import('../screens/firmware/FirmwareListScreen.tsx'),
    show: () => import('../screens/firmware/FirmwareShowScreen.tsx'),
    form: () => import('../screens/firmware/FirmwareForm.tsx'),
    showSearch: readStepSearch,
  }),
  betaGroup: recordRoutes('betaGroup', api.betaGroup, {
    list: () => import('../screens/betaGroup/BetaGroupListScreen.tsx'),
    show: () => import('../screens/betaGroup/BetaGroupShowScreen.tsx'),
    form: () => import('../screens/betaGroup/BetaGroupForm.tsx'),
  }),
  news: recordRoutes('news', api.news, {
    list: () => import('../screens/news/NewsListScreen.tsx'),
    show: () => import('../screens/news/NewsShowScreen.tsx'),
    form: () => import('../screens/news/NewsForm.tsx'),
    returnsToList: true,
  }),
  rallyZone: recordRoutes('rallyZone', api.rallyZone, {
    list: () => import('../screens/rallyZone/RallyZoneListScreen.tsx'),
    show: () => import('../screens/rallyZone/RallyZoneShowScreen.tsx'),
    form: () => import('../screens/rallyZone/RallyZoneForm.tsx'),
    returnsToList: true,
  }),
}

const routeTree = rootRoute.addChildren([
  loginRoute,
  entranceRoute(
    '/changePassword/{-$token}',
    lazyScreen(() => import('../screens/changePassword/ChangePasswordScreen.tsx'), 'ChangePasswordScreen'),
  ),
  entranceRoute(
    '/validateAccount/$token/{-$userId}',
    lazyScreen(() => import('../screens/validateAccount/ValidateAccountScreen.tsx'), 'ValidateAccountScreen'),
  ),
  entranceRoute(
    '/confirmAddress/$token',
    lazyScreen(() => import('../screens/confirmAddress/ConfirmAddressScreen.tsx'), 'ConfirmAddressScreen'),
  ),
  entranceRoute(
    '/restoreAddress/$token',
    lazyScreen(() => import('../screens/restoreAddress/RestoreAddressScreen.tsx'), 'RestoreAddressScreen'),
  ),
  entranceRoute(
    '/unsubscribe/$token',
    lazyScreen(() => import('../screens/unsubscribe/UnsubscribeScreen.tsx'), 'UnsubscribeScreen'),
  ),
  demoMailboxRoute,
  shellRoute.addChildren([
    screenRoute(
      '/',
      lazyScreen(() => import('../screens/dashboard/DashboardScreen.tsx'), 'DashboardScreen'),
    ),
    screenRoute(
      '/productUpdate/index',
      lazyScreen(() => import('../screens/productUpdate/ProductUpdateScreen.tsx'), 'ProductUpdateScreen'),
    ),
    screenRoute(
      '/equipment/$id',
      lazyScreen(() => import('../screens/productUpdate/equipment/DetectorScreen.tsx'), 'DetectorScreen'),
    ),
    screenRoute(
      '/profile',
      lazyScreen(() => import('../screens/profile/ProfileScreen.tsx'), 'ProfileScreen'),
    ),
    articlesRoute,
    screenRoute(
      '/articles/show/$newsId',
      lazyScreen(() => import('../screens/news/published/PublishedArticleScreen.tsx'), 'PublishedArticleScreen'),
    ),
    ...Object.values(entityRoutes).flat(),
    listRoute(
      'warrantyCode',
      api.warrantyCode,
      lazyScreen(() => import('../screens/warrantyCode/WarrantyCodeListScreen.tsx'), 'WarrantyCodeListScreen'),
    ),
    screenRoute(
      '/proofCheck/index',
      lazyScreen(() => import('../screens/proofCheck/ProofCheckScreen.tsx'), 'ProofCheckScreen'),
    ),
    listRoute(
      'activity',
      api.activity,
      lazyScreen(() => import('./ActivityPage.tsx'), 'ActivityPage'),
    ),
    listRoute(
      'securityEvent',
      api.securityEvent,
      lazyScreen(() => import('../screens/securityEvent/SecurityLogScreen.tsx'), 'SecurityLogScreen'),
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
  InnerWrap: WithUpdates,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
