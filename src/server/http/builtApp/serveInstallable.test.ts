import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config/readConfig.ts'
import { serveInstallable } from './serveInstallable.ts'

function appFor(environment: Record<string, string>): Hono {
  const app = new Hono()
  serveInstallable(app, readConfig(environment))
  return app
}

async function manifestFor(language: string, environment: Record<string, string> = {}) {
  const response = await appFor(environment).request('/manifest.webmanifest', { headers: { 'accept-language': language } })
  expect(response.headers.get('content-type')).toBe('application/manifest+json')
  // The type of webManifest.ts.
  return (await response.json()) as { name: string; short_name: string; lang: string; shortcuts: { name: string }[] }
}

describe('the installed app', () => {
  it('has the brand’s name, shortened if it is long', async () => {
    expect(await manifestFor('en', { BRAND_NAME: 'Terre' })).toMatchObject({ name: 'Terre', short_name: 'Terre' })
    expect(await manifestFor('en', { BRAND_NAME: 'Terre et Trésors' })).toMatchObject({ name: 'Terre et Trésors', short_name: 'Terre' })
  })

  it('uses the reader’s language, otherwise English', async () => {
    expect(await manifestFor('fr-CA, en;q=0.5')).toMatchObject({ lang: 'fr', shortcuts: [{ name: 'Mettre à jour mon appareil' }] })
    for (const other of ['en-GB', 'de, it', '']) expect(await manifestFor(other)).toMatchObject({ lang: 'en' })
  })
})

describe('the service worker', () => {
  it('is the app’s own unless it is switched off', async () => {
    expect((await appFor({}).request('/serviceWorker.js')).status).toBe(404)
  })

  it('unregisters itself if it is switched off', async () => {
    const response = await appFor({ SERVICE_WORKER: 'false' }).request('/serviceWorker.js')
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(await response.text()).toContain('registration.unregister()')
  })
})
