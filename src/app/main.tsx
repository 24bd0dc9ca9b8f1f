/** Starts the app: language first, then the screens. */
import './ui/foreign-nodes.ts'
import './app.css'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { deferInstallPrompt } from './browser/installPrompt.ts'
import { sleep } from './browser/sleep.ts'
import { activatePreferredLocale, i18n } from './i18n/i18n.ts'
import { queryClient } from './api/queryClient.ts'
import { router } from './routes/routes.tsx'
import { sessionStore } from './api/sessionStore.ts'
import { showLanguageOf } from './session/session.ts'
import { configurationQuery } from './api/useConfiguration.ts'
import { reloadOnPreloadError } from './browser/lazyModule.ts'

/** The sign-in appears after this time even if the server has not answered. */
const configurationWaitMs = 1_500

let userId = sessionStore.readOwn()?.id

/** Runs the guards again at a sign-in or sign-out, here or in another tab. Views as a customer navigate by themselves (layout/impersonation/). */
function followSession(): void {
  const own = sessionStore.readOwn()
  if (own?.id === userId) return
  userId = own?.id
  if (own !== null) void showLanguageOf(own)
  void router.invalidate()
}

reloadOnPreloadError()
deferInstallPrompt()
// On a first visit the page waits for the installation's name and demo accounts: without them the layout would shift later.
await Promise.all([
  activatePreferredLocale(sessionStore.readOwn()?.locale),
  Promise.race([queryClient.ensureQueryData(configurationQuery), sleep(configurationWaitMs)]),
])
sessionStore.subscribe(followSession)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
// A transition is rendered in slices, so that a slow phone stays responsive.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  ),
)
