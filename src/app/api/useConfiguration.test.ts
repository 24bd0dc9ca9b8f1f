import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import type { Configuration } from '../../contract/configuration.ts'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
})
const { api } = await import('./api.ts')
const { configurationQuery } = await import('./useConfiguration.ts')

it('shows the stored answer at once, and asks the server at each start', async () => {
  const brand = {
    name: 'Maker',
    logoUrl: null,
    backgroundUrl: null,
    siteUrl: null,
    contactUrl: null,
    appName: 'Old name',
    dataPolicyUrl: null,
  }
  const flags = { isSimulatedDeviceAllowed: true, isServiceWorkerAllowed: true, hasDemoMailbox: false }
  const answer: Configuration = { brand, ...flags, detectorLanguages: {}, passkeyOrigin: 'https://portal.example.com', demoAccounts: [] }
  stored.set('fieldport.configuration', JSON.stringify(answer))
  const get = vi.spyOn(api.configuration, 'get').mockResolvedValue({ ...answer, brand: { ...brand, appName: 'New name' } })
  const observer = new QueryObserver(new QueryClient(), configurationQuery)
  expect(observer.getCurrentResult().data).toEqual(answer)
  const names: (string | undefined)[] = []
  const stop = observer.subscribe(({ data }) => names.push(data?.brand.appName))
  await vi.waitFor(() => expect(names.at(-1)).toBe('New name'))
  expect(get).toHaveBeenCalledTimes(1)
  stop()
})
