/** Routes of back-office lists and records. Their loaders start the screens' queries, also on hovering over a link. Knows no entity. */
import { createRoute, redirect, type RouteComponent } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { RecordEntity } from '../../contract/recordFields.ts'
import { everything } from '../../contract/rules.ts'
import { queryOf } from '../api/queryOf.ts'
import { importWithRetry } from '../browser/lazyModule.ts'
import { Pending } from '../layout/Pending.tsx'
import { listLink } from '../kit/record/recordLinks.ts'
import { leadsToList, toastReason } from '../kit/record/returnToList.ts'
import type { GetRecord } from '../kit/record/useRecord.ts'
import { ownState, readSavedTable } from '../kit/table/savedTables.ts'
import { needsInit, rowsRequest, type TableApi } from '../kit/table/tableQueries.ts'
import { readTableState, tableSearch } from '../kit/table/tableState.ts'
import { guard } from './guard.ts'
import { type LoadFailure, loadRecord } from './loadRecord.ts'
import { shellRoute } from './parents.tsx'
import { lazyScreen, screenRoute } from './screenRoutes.ts'

const RecordNotFound = lazy(async () => ({
  default: (await importWithRetry(() => import('../kit/pages/RecordNotFound.tsx'))).RecordNotFound,
}))

/**
 * A list. Opened without search parameters, it is restored as the user left it (the specification, section 2). A search is the person's who
 * made it: after a session that ended, the address of the list leads anybody else to the list without it.
 */
export function listRoute<const E extends RecordEntity | 'warrantyCode' | 'activity' | 'securityEvent'>(
  entity: E,
  api: TableApi<unknown>,
  component: RouteComponent,
) {
  const path = `/${entity}/index` as const
  return createRoute({
    path,
    getParentRoute: () => shellRoute,
    validateSearch: (search: Readonly<Record<string, unknown>>) => tableSearch(readTableState(search)),
    beforeLoad({ location, search, cause }) {
      const to = location.pathname
      const hasSearch = Object.keys(search).length > 0
      const { searchOwner } = location.state
      if (hasSearch && searchOwner !== undefined && searchOwner !== ownState().searchOwner) throw redirect({ to, replace: true })
      guard(path, location.href)
      // By a link or a bookmark.
      if (hasSearch && searchOwner === undefined) throw redirect({ to, search, state: ownState(), replace: true })
      // Not on `stay`: a reset, and Back to the initial state, would be undone.
      const saved = cause !== 'stay' && !hasSearch ? readSavedTable(entity) : null
      if (saved !== null) throw redirect({ to, search: saved, state: ownState(), replace: true })
    },
    loader({ context: { queryClient }, location }) {
      const state = readTableState({ ...location.search })
      void queryClient.prefetchQuery(queryOf(api.initB122Table))
      if (needsInit(state) || state.perPage === everything) return
      void queryClient.prefetchQuery(queryOf(api.getB122TableResults, rowsRequest(state, state, undefined)))
    },
    // The list itself loads what its search and filters need.
    shouldReload: false,
    pendingComponent: Pending,
    component,
  })
}

type RecordApi = TableApi<unknown> & { readonly get: GetRecord<unknown> }
type ScreenModule<Name extends string> = () => Promise<Readonly<Record<Name, RouteComponent>>>
/** A step that a record's screen asks about by itself. */
type ShowSearch = { readonly step?: string }
/** Modules that export the screens under their entity's name: `ProductListScreen`. */
type RecordScreens<E extends RecordEntity> = {
  readonly list: ScreenModule<`${Capitalize<E>}ListScreen`>
  readonly show: ScreenModule<`${Capitalize<E>}ShowScreen`>
  readonly form: ScreenModule<`${Capitalize<E>}${'Create' | 'Edit'}Screen`>
  /** What the address of the show screen holds besides. */
  readonly showSearch?: (search: Readonly<Record<string, unknown>>) => ShowSearch
  /** A record that cannot be loaded leads back to the list, with the server's message. */
  readonly returnsToList?: true
}

/** The four screens of an entity: list, show, create and edit. */
export function recordRoutes<const E extends RecordEntity>(entity: E, api: RecordApi, screens: RecordScreens<E>) {
  const { list, show, form, showSearch, returnsToList } = screens
  // The parts of a string have type string.
  const name = `${entity.charAt(0).toUpperCase()}${entity.slice(1)}` as Capitalize<E>
  return [
    listRoute(entity, api, lazyScreen(list, `${name}ListScreen`)),
    recordRoute(entity, 'show', api.get, lazyScreen(show, `${name}ShowScreen`), { returnsToList, search: showSearch }),
    screenRoute(`/${entity}/create`, lazyScreen(form, `${name}CreateScreen`)),
    recordRoute(entity, 'edit', api.get, lazyScreen(form, `${name}EditScreen`), { returnsToList }),
  ] as const
}
export type RecordRoutes<E extends RecordEntity> = ReturnType<typeof recordRoutes<E>>

/** The screen that shows or edits one record. An unknown or invalid id is "not found", or leads back to the list. */
function recordRoute<const E extends RecordEntity, const A extends 'show' | 'edit'>(
  entity: E,
  action: A,
  get: GetRecord<unknown>,
  component: RouteComponent,
  { returnsToList, search = () => ({}) }: { returnsToList: true | undefined; search?: RecordScreens<E>['showSearch'] },
) {
  const path = `/${entity}/${action}/$id` as const
  return createRoute({
    path,
    getParentRoute: () => shellRoute,
    validateSearch: search,
    beforeLoad: ({ location }) => guard(path, location.href),
    // Not in `params.parse`: a parsed id would make the types of all other links require params (router 1.170).
    loader: {
      handler: ({ context: { queryClient }, params, preload }) =>
        loadRecord(queryClient, get, params, returnsToList === true ? returnToList(entity, preload) : undefined),
      // A form starts from the server's current values, also on a second visit.
      staleReloadMode: 'blocking',
    },
    notFoundComponent: () => (
      <Suspense fallback={<Pending />}>
        <RecordNotFound entity={entity} />
      </Suspense>
    ),
    pendingComponent: Pending,
    component,
  })
}

/** No toast while a link is only preloaded. */
function returnToList(entity: RecordEntity, isPreload: boolean): LoadFailure {
  return (error) => {
    if (!leadsToList(error)) return undefined
    if (!isPreload) void toastReason(error)
    return redirect({ ...listLink(entity), replace: true })
  }
}
