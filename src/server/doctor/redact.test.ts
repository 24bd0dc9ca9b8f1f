import { expect, it } from 'vitest'
import { readConfig } from '../config/readConfig.ts'
import { redactor } from './redact.ts'

const shown = (password: string, text: string) =>
  redactor(readConfig({ SMTP_URL: `smtp://portal:${encodeURIComponent(password)}@mail` }))(text)

it.each([
  ['a', 'The mail server says: "a" is wrong (auth=a)', 'The mail server says: "***" is wrong (auth=***)'],
  ['test', 'The latest test of smtp://portal:test@mail', 'The latest *** of smtp://portal:***@mail'],
  ['été', 'répété: été', 'répété: ***'],
  ['a+b(', 'got a+b( or a+b(c, not xa+b(', 'got *** or ***c, not xa+b('],
])('stars the short secret %s where it stands alone, and no word that has it', (secret, text, expected) => {
  expect(shown(secret, text)).toBe(expected)
})

it('stars a long one wherever it stands', () => {
  expect(shown('hunter2.secret', 'xhunter2.secrets of hunter2-secret')).toBe('x***s of hunter2-secret')
})
