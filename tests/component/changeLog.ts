/** A harmful change log, and a check that only its text and its links to other sites are shown, and that nothing is requested from them. */
import { expect } from 'vitest'
import { page } from 'vitest/browser'

export const harmfulChangeLog = `## Payloads

- [good](https://maker.example/news) and [mail](mailto:help@maker.example)
- [script](javascript:document.title='hacked')
- [spaced](<java\tscript:document.title='hacked'>)
- [entity](javascript&#58;document.title='hacked')
- [data](data:text/html,<script>parent.document.title='hacked'</script>)
- [elsewhere](//evil.example/)
- [here](/profile)
- [referenced][1]
- ![a picture](https://tracker.example/pixel.png)
- <img src=x onerror="document.title='hacked'">
- <script>document.title='hacked'</script>

[1]: vbscript:msgbox(1)
`

// The browser keeps 250 requests, and the app's own modules are more.
performance.setResourceTimingBufferSize(10_000)

export async function expectHarmless(): Promise<void> {
  await expect.element(page.getByText('Payloads', { exact: true })).toBeVisible()
  const log = document.querySelector('.markdown')
  const links = [...(log?.querySelectorAll('a') ?? [])]
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://maker.example/news', 'mailto:help@maker.example'])
  // By element, because scripts and links without an address have no role.
  expect(log?.querySelectorAll('a, img, script, iframe')).toHaveLength(2)
  for (const words of ['script', 'spaced', 'entity', 'data', 'elsewhere', 'here', 'referenced'])
    await page
      .elementLocator(log ?? document.body)
      .getByText(words, { exact: true })
      .click()
  expect(log?.textContent).toContain('a picture')
  expect(log?.textContent).toContain('<img src=x onerror=')
  expect(document.title).not.toContain('hacked')
  const requested = performance.getEntriesByType('resource').map(({ name }) => new URL(name).hostname)
  expect(requested.filter((host) => host.endsWith('.example'))).toEqual([])
}
