/** The browser's API client. It calls `/backend` on the same origin, or the server in VITE_API_URL. */
import { Store } from '@tanstack/store'
import { basePath } from '../../contract/basePath.ts'
import { i18n } from '../i18n/i18n.ts'
import { createApi } from './createApi.ts'
import { trackedFetch } from './serverReachability.ts'
import { sessionStore } from './sessionStore.ts'

/** The number of the server's build that answered last; null before the first answer. */
export const serverBuild = new Store<string | null>(null)

export const api = createApi({
  fetch: trackedFetch,
  session: sessionStore,
  readLocale: () => i18n.locale,
  build: builtNumber,
  noteBuild: (build) => serverBuild.setState(() => build),
  baseUrl: import.meta.env.VITE_API_URL ?? basePath,
})
