import { expect, it } from 'vitest'
import { markdownText } from './markdownText.ts'

it.each([
  ['## What is new\n\n- **Louder** in the *rain*\n- `MODE` key', 'What is new\n• Louder in the rain\n• MODE key'],
  ['See [the site](https://maker.example/a?b=1) ![screen](x.png)', 'See the site screen'],
  ['> Quoted\r\n  * nested', 'Quoted\n  • nested'],
  ['2 * 3 * 4 and snake_case', '2 * 3 * 4 and snake_case'],
  ['1. First\n2. Second', '1. First\n2. Second'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
])('notes %j read as text %j', (markdown, text) => {
  expect(markdownText(markdown)).toBe(text)
})

it('reads no more of long notes than a mail needs, whose links and marks fall away [T1050]', () => {
  const began = performance.now()
  expect(markdownText('[a '.repeat(17_000))).toMatch(/^(?:\[a )+\[a…$/)
  expect(markdownText('**a '.repeat(12_500))).toMatch(/^(?:\*\*a )+\*\*a…$/)
  expect(performance.now() - began).toBeLessThan(2_000)
  const links = '[word](https://maker.example/a/very/long/address) '.repeat(100)
  expect(markdownText(links)).toMatch(/^(?:word ){79}word…$/)
  expect(markdownText('x'.repeat(50_000))).toBe(`${'x'.repeat(2_000)}…`)
})

it('cuts what is too long for a mail', () => {
  expect(markdownText('word '.repeat(1_000))).toMatch(/^(?:word ){399}word…$/)
})
