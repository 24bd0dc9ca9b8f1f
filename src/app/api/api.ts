/** The browser's API client. It calls `/backend` on the same origin, or the server in VITE_API_URL. */
import { basePath } from '../../contract/basePath.ts'
import { i18n } from '../i18n/i18n.ts'
import { createApi } from './createApi.ts'
import { createServerGaps } from './serverGaps.ts'
import { trackedFetch } from './serverReachability.ts'
import { sessionStore } from './sessionStore.ts'

export const serverGaps = createServerGaps()

export const api = createApi({
  fetch: trackedFetch,
  session: sessionStore,
  readLocale: () => i18n.locale,
  build: builtNumber,
  gaps: serverGaps,
  baseUrl: import.meta.env.VITE_API_URL ?? basePath,
})
