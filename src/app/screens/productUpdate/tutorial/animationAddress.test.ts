import { expect, it } from 'vitest'
import { animationAddress } from './animationAddress.ts'

it('adds the family and the step to the site’s URL, with or without a slash at its end', () => {
  expect(animationAddress('https://site.example', 'ws6', 3)).toBe('https://site.example/tutorial/ws6/3')
  expect(animationAddress('https://site.example/help/', 'wsaII', 1)).toBe('https://site.example/help/tutorial/wsaII/1')
})
