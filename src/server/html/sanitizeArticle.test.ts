import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { harmfulHtml, htmlPayloads } from '../../../tests/support/htmlPayloads.ts'
import { articleDepthMax, articleTags } from '../../contract/article.ts'
import { addressOfImage } from '../../contract/basePath.ts'
import { sanitizeArticle } from './sanitizeArticle.ts'

const image = addressOfImage('a'.repeat(43))

it.each(htmlPayloads)('leaves nothing that runs, loads or covers the page: %s', (payload) => {
  const clean = sanitizeArticle(payload)
  expect(clean).not.toMatch(harmfulHtml)
  expect(clean).not.toContain('evil.example')
  expect(sanitizeArticle(clean)).toBe(clean)
  const inside = sanitizeArticle(`<p>before</p>${payload}<p>after</p>`)
  expect(inside).not.toMatch(harmfulHtml)
  expect(inside).not.toContain('evil.example')
  expect(inside).toContain('before')
  expect(sanitizeArticle(`${inside}<p>more</p>`)).toBe(`${inside}<p>more</p>`)
})

it('knows each allowed element', () => {
  const withoutText = new Set<string>(['a', 'br', 'hr', 'img', 'tbody', 'tr', 'th', 'td'])
  const content = articleTags
    .filter((tag) => !withoutText.has(tag))
    .map((tag) => (tag === 'table' ? '<table><tbody><tr><th>a</th></tr><tr><td>b</td></tr></tbody></table>' : `<${tag}>a</${tag}>`))
    .join('')
  expect(sanitizeArticle(`${content}<br /><hr />`)).toBe(`${content}<br /><hr />`)
})

it.each([
  ['<p>one</p>', '<p>one</p>'],
  ['<p class="align-center other">one</p>', '<p class="align-center">one</p>'],
  ['<h1>one</h1><h6>two</h6>', '<h2>one</h2><h4>two</h4>'],
  ['<p><b>one</b> <i>two</i> <del>three</del></p>', '<p><strong>one</strong> <em>two</em> <s>three</s></p>'],
  ['<div>one</div><div>two</div>', '<p>one</p><p>two</p>'],
  ['<p>one<span style="color:red"> two</span></p>', '<p>one two</p>'],
  ['<p>a<br>b</p><hr>', '<p>a<br />b</p><hr />'],
  ['<ol start="3"><li>a</li></ol><ol start="x"><li>b</li></ol>', '<ol start="3"><li>a</li></ol><ol><li>b</li></ol>'],
  ['<table><tr><td colspan="2" rowspan="-1" width="3">a</td></tr></table>', '<table><tr><td colspan="2">a</td></tr></table>'],
  ['<a href="https://maker.example/a?b=1&c=2">a</a>', '<a href="https://maker.example/a?b=1&amp;c=2">a</a>'],
  ['<a href="HTTP://Maker.Example">a</a>', '<a href="http://maker.example/">a</a>'],
  ['<a href="mailto:a@b.example">a</a>', '<a href="mailto:a@b.example">a</a>'],
  ['<a href="/profile">a</a> <a>b</a> <a href="">c</a>', 'a b c'],
  [`<img src="${image}" alt="A &quot;coin&quot;" onload=x>`, `<img src="${image}" alt="A &quot;coin&quot;" />`],
  [`<img src="${image}">`, `<img src="${image}" alt="" />`],
  ['a\r\nb&#13;c', 'a\nb\nc'],
  ['<pre><code>a  b\n  c</code></pre>', '<pre><code>a  b\n  c</code></pre>'],
  ['  <p>a</p>\n', '<p>a</p>'],
  ['<script>alert(1)</script>', ''],
])('%j becomes %j', (given, kept) => {
  expect(sanitizeArticle(given)).toBe(kept)
})

it(`keeps ${articleDepthMax} elements inside each other, and the text of deeper ones`, () => {
  const clean = sanitizeArticle(`${'<blockquote>'.repeat(200)}deep${'</blockquote>'.repeat(200)}`)
  expect(clean.match(/<blockquote>/g)).toHaveLength(articleDepthMax)
  expect(clean).toContain('deep')
})

describe('any HTML', () => {
  const name = fc.constantFrom(...articleTags, 'div', 'b', 'h1', 'span', 'script', 'style', 'svg', 'math', 'textarea', 'xmp', 'option', 'a')
  const attribute = fc.constantFrom(
    ' class="align-right"',
    ' style="x"',
    ' href="https://a.example/?a&b"',
    ' href=javascript:a',
    ` src="${image}"`,
    ' start=2',
    ' colspan="0"',
    ' alt="&amp;lt;"',
    ' /',
    ' "',
  )
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom('&amp;lt;', '&#13;', '&nbsp;', ' \n ', '<', '>', '"', '<!--', '-->', '&', ']]>', '&#x0;', '</', '\u00a0'),
  )
  const piece = fc.oneof(
    fc.tuple(name, fc.array(attribute, { maxLength: 2 })).map(([tag, attributes]) => `<${tag}${attributes.join('')}>`),
    name.map((tag) => `</${tag}>`),
    text,
  )

  it('is stable once it is sanitised, and harmless', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const clean = sanitizeArticle(pieces.join(''))
        expect(sanitizeArticle(clean)).toBe(clean)
        expect(clean).not.toMatch(harmfulHtml)
        expect(clean.isWellFormed() && !clean.includes('\0')).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})
