import { createServer } from 'node:http'
import { once } from 'node:events'
import { startJourneyServer } from './journeyServer.ts'
import { expect, test } from './portal.ts'

test('the animations of the maker’s site are shown in a sandboxed frame [T114]', async ({ page }) => {
  const asked: string[] = []
  const site = createServer((request, response) => {
    asked.push(request.url ?? '')
    response
      .setHeader('Content-Type', 'text/html; charset=utf-8')
      .end(`<!doctype html><title>Site</title><p>The site’s own ${request.url ?? ''}</p>`)
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const address = site.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const server = await startJourneyServer({ ANIMATIONS_URL: `http://127.0.0.1:${address.port}/` })
  try {
    await page.goto(`${server.url}/login`)
    await page.getByLabel('Email').fill('newcustomer@example.com')
    await page.getByLabel('Password', { exact: true }).fill('demo-Fieldport-2026')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const frame = page.getByRole('region', { name: 'How to connect your detector' }).locator('iframe')
    await expect(frame).toHaveAttribute('sandbox', 'allow-scripts')
    await expect(frame.contentFrame().getByText('The site’s own /tutorial/teleco/1')).toBeVisible()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(frame.contentFrame().getByText('The site’s own /tutorial/teleco/2')).toBeVisible()
    expect(asked.filter((path) => path.startsWith('/tutorial/'))).toEqual(['/tutorial/teleco/1', '/tutorial/teleco/2'])
  } finally {
    site.close()
    await server.dispose()
  }
})
