import { expect, it } from 'vitest'
import { animationAddress } from './animationAddress.ts'

it('names the family and the step below the site, however the site is written', () => {
  expect(animationAddress('https://site.example', 'ws6', 3)).toBe('https://site.example/tutorial/ws6/3')
  expect(animationAddress('https://site.example/help/', 'wsaII', 1)).toBe('https://site.example/help/tutorial/wsaII/1')
})
