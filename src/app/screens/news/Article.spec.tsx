/** The text of an article, drawn without the server that sanitises it first. */
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { drawComponent } from '../../../../tests/component/render.tsx'
import { harmfulHtml, htmlPayloads } from '../../../../tests/support/htmlPayloads.ts'
import { ArticleText } from './Article.tsx'

it('harmful HTML runs nothing and loads nothing where it is shown', async () => {
  const [attack, unsanitized] = [vi.fn<() => void>(), vi.fn<() => void>()]
  Object.assign(globalThis, { attack, unsanitized })
  // Without any sanitising it would: the payloads are no straw men.
  const plain = htmlPayloads.filter((payload) => !payload.includes('&'))
  document.createElement('div').innerHTML = plain.join('').replaceAll('attack', 'unsanitized')
  await expect.poll(() => unsanitized.mock.calls.length).toBeGreaterThan(10)
  await drawComponent(htmlPayloads.map((payload) => <ArticleText key={payload} html={`before ${payload}`} />))
  await expect.element(page.getByText('before').last()).toBeVisible()
  for (const article of document.querySelectorAll('.article')) {
    for (const link of article.querySelectorAll('a')) expect([link.target, link.rel]).toEqual(['_blank', 'noreferrer'])
    expect(article.innerHTML.replaceAll(/ (?:target="_blank"|rel="noreferrer")/g, '')).not.toMatch(harmfulHtml)
    expect(article.innerHTML).not.toContain('evil.example')
  }
  expect(attack).not.toHaveBeenCalled()
})
