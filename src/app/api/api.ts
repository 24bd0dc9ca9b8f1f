/** The browser's API client. It calls `/backend` on the same origin, or the server in VITE_API_URL. */
import { basePath } from '../../contract/basePath.ts'
import { createApi } from './createApi.ts'
import { trackedFetch } from './serverReachability.ts'
import { sessionStore } from './sessionStore.ts'

export const api = createApi({
  fetch: trackedFetch,
  session: sessionStore,
  baseUrl: import.meta.env.VITE_API_URL ?? basePath,
})
