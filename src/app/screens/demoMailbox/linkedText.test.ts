import { expect, it } from 'vitest'
import { linkedText } from './linkedText.ts'

it('links an address to this portal, whatever host the server used, and keeps the text around it', () => {
  expect(linkedText('Open\nhttp://localhost:3000/validateAccount/abc/7\nonce.')).toEqual([
    { at: 0, words: 'Open\n', href: null },
    { at: 5, words: 'http://localhost:3000/validateAccount/abc/7', href: '/validateAccount/abc/7' },
    { at: 48, words: '\nonce.', href: null },
  ])
})

it('keeps a text without addresses as it is', () => {
  expect(linkedText('123456 is your code.')).toEqual([{ at: 0, words: '123456 is your code.', href: null }])
})
