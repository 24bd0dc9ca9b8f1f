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

it('cuts what is too long for a mail', () => {
  expect(markdownText('word '.repeat(1_000))).toMatch(/^(?:word ){399}word…$/)
})
