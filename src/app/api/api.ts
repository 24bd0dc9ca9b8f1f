/** The browser's API client. It calls `/backend` on the same origin, or the server in VITE_API_URL. */
import { basePath } from '../../contract/basePath.ts'
import { i18n } from '../i18n/i18n.ts'
import { createApi } from './createApi.ts'
import { noteAnswer, trackedFetch } from './serverReachability.ts'
import { sessionStore } from './sessionStore.ts'

export const api = createApi({
  fetch: trackedFetch,
  session: sessionStore,
  readLocale: () => i18n.locale,
  build: builtNumber,
  noteAnswer,
  baseUrl: import.meta.env.VITE_API_URL ?? basePath,
})
