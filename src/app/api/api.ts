/** The browser's client: same origin under `/backend`, or the server that VITE_API_URL names. */
import { basePath } from '../../contract/basePath.ts'
import { createApi } from './createApi.ts'
import { trackedFetch } from './serverReachability.ts'
import { sessionStore } from './sessionStore.ts'

export const api = createApi({
  fetch: trackedFetch,
  session: sessionStore,
  baseUrl: import.meta.env.VITE_API_URL ?? basePath,
})
