/** The app's firmware files and their store over caches in memory; `send` is the line to whatever origin. */
import type { Api } from '../../src/app/api/createApi.ts'
import { createFirmwareFiles } from '../../src/app/offline/firmwareFiles.ts'
import { createFirmwareStore } from '../../src/app/offline/firmwareStore.ts'
import type { ErrorCode } from '../../src/errors.ts'
import { answerImage, type ImageCaches } from '../../src/images/keptImages.ts'

type Given = {
  readonly api: Pick<Api, 'file'>
  readonly caches: ImageCaches
  readonly send: (request: Request) => Promise<Response>
  readonly owner: () => { readonly id: number; readonly username: string } | null
  readonly now?: () => Date
  readonly onCacheError?: (code: ErrorCode) => void
}

/** Without a service worker: the page answers what is kept by itself, with the same function. */
export function memoryFirmware({ api, caches, send, owner, now = () => new Date(), onCacheError = () => {} }: Given) {
  const ask = async (address: string, init: RequestInit) =>
    answerImage(caches, new Request(new URL(address, 'http://portal.test'), init), send)
  const store = createFirmwareStore({ caches: () => caches, ask, now, onChange: () => {} })
  return { store, files: createFirmwareFiles({ api, ask, store, owner, sleep: async () => {}, onCacheError }) }
}
