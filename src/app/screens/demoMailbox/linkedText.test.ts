import { expect, it } from 'vitest'
import { linkedText } from './linkedText.ts'

it('makes a link of an address, on this portal whatever name the server gave it, and leaves the words around it', () => {
  expect(linkedText('Open\nhttp://localhost:3000/validateAccount/abc/7\nonce.')).toEqual([
    { at: 0, words: 'Open\n', href: null },
    { at: 5, words: 'http://localhost:3000/validateAccount/abc/7', href: '/validateAccount/abc/7' },
    { at: 48, words: '\nonce.', href: null },
  ])
})

it('leaves a text without addresses as it is', () => {
  expect(linkedText('123456 is your code.')).toEqual([{ at: 0, words: '123456 is your code.', href: null }])
})
