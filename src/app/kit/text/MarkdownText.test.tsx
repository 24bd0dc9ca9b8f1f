import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { MarkdownText } from './MarkdownText.tsx'

/** As the browser gets it. */
function drawn(markdown: string): string {
  return renderToStaticMarkup(<MarkdownText topHeading={4}>{markdown}</MarkdownText>)
}

function addressesIn(html: string): (string | undefined)[] {
  return [...html.matchAll(/<a\b(?:[^>]*? href="([^"]*)")?/g)].map(([, href]) => href)
}

it.each([
  ['[site](https://maker.example/news?a=1)', 'https://maker.example/news?a=1'],
  ['[site](HTTP://Maker.example)', 'http://maker.example/'],
  ['[write](mailto:help@maker.example)', 'mailto:help@maker.example'],
  ['<https://maker.example/a>', 'https://maker.example/a'],
  ['<help@maker.example>', 'mailto:help@maker.example'],
  ['see https://maker.example/a', 'https://maker.example/a'],
  ['see www.maker.example', 'http://www.maker.example/'],
  ['[site][1]\n\n[1]: https://maker.example/ "Its title"', 'https://maker.example/'],
  // A relative address is refused as written, before the page's own address could be added.
  ['[site](https:maker.example)', 'https://maker.example/'],
  ['[site](https://maker.example/"onclick="alert(1))', 'https://maker.example/%22onclick=%22alert(1)'],
])('%j links to its target, in a new window', (markdown, address) => {
  const html = drawn(markdown)
  expect(addressesIn(html)).toEqual([address])
  expect(html).toContain('target="_blank" rel="noreferrer"')
})

it.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '<java\tscript:alert(1)>',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript&#58;alert(1)',
  '&#x6A;avascript:alert(1)',
  'javascript&colon;alert(1)',
  'java&Tab;script:alert(1)',
  'javascript%3Aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml;base64,PHN2Zy8+',
  'data:image/png;base64,AAAA',
  'vbscript:msgbox(1)',
  'blob:https://maker.example/1',
  'file:///etc/passwd',
  'ftp://maker.example/',
  'tel:+33612345678',
  'intent://maker.example#Intent;end',
  '//evil.example',
  '/\\evil.example',
  '\\\\\\\\evil.example',
  '/profile',
  'profile',
  '?page=1',
  '#top',
  'https://',
  '',
])('a link to %j is plain text', (address) => {
  for (const markdown of [`[words](${address})`, `[words][1]\n\n[1]: ${address}`, `| [words](${address}) |\n|-|\n`]) {
    const html = drawn(markdown)
    expect({ markdown, addresses: addressesIn(html) }).toEqual({ markdown, addresses: [] })
    expect(html).toContain('words')
  }
})

it('keeps an address in angle brackets as text if it may not be a link', () => {
  for (const address of ['javascript:alert(1)', 'vbscript:msgbox(1)', 'ftp://maker.example/']) {
    const html = drawn(`<${address}>`)
    expect(addressesIn(html)).toEqual([])
    expect(html).toContain(address)
  }
})

it.each([
  ['![the new screen](https://tracker.example/x.png)', 'the new screen'],
  ['![the new screen][1]\n\n[1]: https://tracker.example/x.png', 'the new screen'],
  ['![the new screen](javascript:alert(1))', 'the new screen'],
  ['![](https://tracker.example/x.png)', ''],
])('a picture becomes its alternative text: %j', (markdown, words) => {
  expect(drawn(markdown)).toBe(`<div class="markdown"><p>${words}</p></div>`)
})

it('a picture within a link becomes a link with the alternative text', () => {
  const html = drawn('[![the new screen](https://tracker.example/x.png)](https://maker.example/)')
  expect(html).toContain('rel="noreferrer">the new screen</a>')
  expect(html).not.toContain('tracker')
})

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">words</a>',
  '<a href="/profile">words</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<svg onload=alert(1)>',
  '<style>body{display:none}</style>',
  '<form action="/backend"><button>words</button></form>',
  '<div style="position:fixed">words</div>',
  'before <b onclick="alert(1)">words</b> after',
])('HTML stays text: %s', (html) => {
  // Only the elements that Markdown itself needs for a paragraph.
  expect(drawn(html)).toMatch(/^<div class="markdown">(?:<p>)?[^<>]*(?:<\/p>)?<\/div>$/)
})
