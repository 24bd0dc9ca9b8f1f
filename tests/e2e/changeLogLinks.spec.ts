/** A change log written by staff only contains text and links to other sites when customers read it. */
import type { Page } from 'playwright/test'
import { bearer, connectSimulated, firmwareFile, openFold } from './detector.ts'
import { expect, signIn, test } from './portal.ts'

const changeLog = `## Payloads

- [good](https://maker.example/news) and [mail](mailto:help@maker.example)
- [script](javascript:document.title='hacked')
- [spaced](<java\tscript:document.title='hacked'>)
- [entity](javascript&#58;document.title='hacked')
- [data](data:text/html,<script>parent.document.title='hacked'</script>)
- [elsewhere](//evil.example/) and [here](/profile)
- [referenced][1]
- ![a picture](https://tracker.example/pixel.png)
- <img src=x onerror="document.title='hacked'">
- <script>document.title='hacked'</script>

[1]: vbscript:msgbox(1)
`

async function expectHarmless(page: Page): Promise<void> {
  const log = page.locator('.markdown')
  await expect(log).toBeVisible()
  const links = await log.getByRole('link').evaluateAll((found) => found.map((link) => link.getAttribute('href')))
  expect(links).toEqual(['https://maker.example/news', 'mailto:help@maker.example'])
  // Including links without a role.
  await expect(log.locator('a, img, script, iframe')).toHaveCount(2)
  for (const words of ['script', 'spaced', 'entity', 'data', 'elsewhere', 'here', 'referenced']) {
    await log.getByText(words).first().click()
  }
  await expect(log).toContainText('a picture')
  await expect(log).toContainText('<img src=x onerror=')
  expect(await page.title()).not.toContain('hacked')
}

test('a change log only links to sites and mail addresses, on staff screens, in the preview and for customers', async ({
  page,
  request,
}) => {
  const elsewhere: string[] = []
  page.on('request', (asked) => {
    if (asked.url().includes('.example/')) elsewhere.push(asked.url())
  })
  const headers = await bearer(request, 'admin')
  const buffer = Buffer.from(firmwareFile(1000).file)
  const created = await request.post('/backend/firmware', {
    headers,
    multipart: {
      versionName: '9.9',
      language: 'English',
      isBetaTest: 'false',
      isActive: 'true',
      selectedProductIds: '2',
      changeLog,
      file: { name: 'WS6.bin', mimeType: 'application/octet-stream', buffer },
    },
  })
  expect(created.ok(), await created.text()).toBe(true)
  // The contract's response.
  const { id } = (await created.json()) as { id: number }

  await signIn(page, 'admin')
  await page.goto(`/firmware/show/${id}`)
  await expectHarmless(page)
  await page.goto(`/firmware/edit/${id}`)
  await expectHarmless(page)

  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await connectSimulated(page)
  await openFold(page, 'What’s new in 9.9')
  await expectHarmless(page)
  expect(elsewhere).toEqual([])
})
