import { createServer } from 'node:http'
import { once } from 'node:events'
import { expect, signInByForm, test as portalTest } from './portal.ts'

type Site = { readonly url: string; readonly asked: readonly string[] }

const test = portalTest.extend<object, { site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the destructured argument
    async ({}, use) => {
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
      await use({ url: `http://127.0.0.1:${address.port}/`, asked })
      site.close()
    },
    { scope: 'worker' },
  ],
  environment: [async ({ site }, use) => use({ ANIMATIONS_URL: site.url }), { scope: 'worker' }],
})

test('the animations of the maker’s site are shown in a sandboxed frame [T114]', async ({ page, site }) => {
  await signInByForm(page, 'newcustomer')
  const frame = page.getByRole('region', { name: 'How to connect your detector' }).locator('iframe')
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts')
  await expect(frame.contentFrame().getByText('The site’s own /tutorial/teleco/1')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(frame.contentFrame().getByText('The site’s own /tutorial/teleco/2')).toBeVisible()
  expect(site.asked.filter((path) => path.startsWith('/tutorial/'))).toEqual(['/tutorial/teleco/1', '/tutorial/teleco/2'])
})
