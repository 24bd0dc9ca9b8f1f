/** Renders a component, or the app at an address, with its language, session, query client and router, and a fake API. */
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { useSelector } from '@tanstack/react-store'
import { Store } from '@tanstack/store'
import { Fragment, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { cleanup, render } from 'vitest-browser-react/pure'
import { activateLocale, i18n, loadAllTexts, shownLocale } from '../../src/app/i18n/i18n.ts'
import { Toasts } from '../../src/app/kit/pages/Toasts.tsx'
import { queryClient } from '../../src/app/api/queryClient.ts'
import { router as appRouter } from '../../src/app/routes/routes.tsx'
import { sessionStore } from '../../src/app/api/sessionStore.ts'
import type { Locale, PasswordDue, Role } from '../../src/contract/rules.ts'
import { everyScreensCalls } from './answers.ts'
import { type CallName, type FakeCalls, type SeenCall, startFakeApi } from './fakeApi.ts'

export type Person = 'admin' | 'marketing' | 'backoffice' | 'customer'

export const roleOf: Readonly<Record<Person, Role>> = {
  admin: 'ROLE_ADMIN',
  marketing: 'ROLE_MARKETTING',
  backoffice: 'ROLE_BE',
  customer: 'ROLE_CUSTOMER',
}

type Setting = {
  readonly locale?: Locale
  /** The signed-in user; a guest by default. */
  readonly as?: Person
  /** Why this user is to choose another password. */
  readonly passwordDue?: PasswordDue
  /** In how many seconds this user is to add a second factor. */
  readonly factorDueInSeconds?: number
  /** Whether it has been a while since this user signed in. */
  readonly isProofOld?: boolean
  /** Later ones replace earlier ones. */
  readonly calls?: FakeCalls | readonly FakeCalls[]
  /** The same user as before, with everything that this browser stores for them. */
  readonly isReturning?: boolean
  /** The router's first address. */
  readonly path?: string
}

type Drawn = {
  /** The calls made, in their order. */
  readonly seen: readonly SeenCall[]
  /** What the calls of this name have sent, in their order. */
  readonly sent: (name: CallName) => readonly unknown[]
  /** The address, with its search. */
  readonly address: () => string
  readonly goBack: () => void
}

/** The browser stores data per user, so each test has a user of its own, whom no earlier run has used. */
let lastId = Date.now()

/** Leaves nothing of what was drawn before, and signs in; draws nothing. Returns the calls seen from now on. */
export async function prepare(setting: Setting): Promise<readonly SeenCall[]> {
  const { locale = 'en', as, passwordDue, factorDueInSeconds, isProofOld = false, calls = {}, isReturning = false } = setting
  await cleanup()
  sessionStore.end()
  queryClient.clear()
  await activateLocale(locale)
  // Specs also draw what a lazy screen holds, without the screen.
  await loadAllTexts()
  const seen = startFakeApi(everyScreensCalls, ...[calls].flat())
  if (!isReturning) lastId += 1
  const due = { ...(passwordDue && { passwordDue }), ...(factorDueInSeconds !== undefined && { factorDueInSeconds }) }
  if (as !== undefined) sessionStore.write({ ...sessionOf(as), ...due })
  if (as !== undefined && !isProofOld) sessionStore.noteProof()
  return seen
}

/** Of an account in the language that is shown. */
export function sessionOf(person: Person) {
  const tokens = { access_token: 'access', refresh_token: 'refresh' }
  return { username: `${person}@example.com`, roles: [roleOf[person]], id: lastId, ...tokens, locale: shownLocale() }
}

export type DrawnComponent = Drawn & {
  /** Renders another component in the same place, without what the one before has kept. */
  readonly redraw: (component: ReactNode) => void
}

/** Renders a component at `path`; every other address shows a page with the heading "Elsewhere". */
export async function drawComponent(component: ReactNode, setting: Setting = {}): Promise<DrawnComponent> {
  const { path = '/here' } = setting
  const seen = await prepare(setting)
  const shown = new Store({ component, number: 1 })
  function Shown() {
    const { component: current, number } = useSelector(shown)
    return <Fragment key={number}>{current}</Fragment>
  }
  const root = createRootRoute()
  const here = createRoute({ getParentRoute: () => root, path: path.split('?')[0] ?? '', component: Shown })
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => <h1>Elsewhere</h1> })
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree: root.addChildren([here, elsewhere]), history })
  await render(
    <Providers>
      {/* The type of RouterProvider expects the app's own routes. */}
      <RouterProvider router={router as unknown as typeof appRouter} />
      <Toasts />
    </Providers>,
  )
  // At once, so that no test finds what was drawn before.
  const redraw = (other: ReactNode) => flushSync(() => shown.setState(({ number }) => ({ component: other, number: number + 1 })))
  return { seen, sent: sentIn(seen), redraw, address: () => history.location.href, goBack: () => history.back() }
}

/**
 * Opens the whole app at an address. `history`: the browser's own, which is at this address already, because one in memory never asks
 * before Back.
 */
export async function openApp(path: string, setting: Omit<Setting, 'path'> & { readonly history?: RouterHistory } = {}): Promise<Drawn> {
  const seen = await prepare(setting)
  const { history = createMemoryHistory({ initialEntries: [path] }) } = setting
  await render(
    <Providers>
      <RouterProvider router={createRouter({ ...appRouter.options, history })} />
    </Providers>,
  )
  return { seen, sent: sentIn(seen), address: () => history.location.href, goBack: () => history.back() }
}

function sentIn(seen: readonly SeenCall[]) {
  return (name: CallName) => seen.filter((call) => call.name === name).map(({ parts }) => parts)
}

function Providers({ children }: { children: ReactNode }) {
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </I18nProvider>
  )
}
