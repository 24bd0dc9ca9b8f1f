import { expect, it } from 'vitest'
import { safeRedirect } from './safeRedirect.ts'

const origin = 'https://portal.example'

it('follows a path of this site with its query and hash', () => {
  for (const path of ['/', '/productUpdate/index', '/user/index?perPage=50#top', '/file?next=https://elsewhere.example/']) {
    expect(safeRedirect(path, origin)).toBe(path)
  }
})

it.each([
  'https://elsewhere.example/',
  '//elsewhere.example/',
  '///elsewhere.example/',
  '/\\elsewhere.example/',
  '\\/elsewhere.example/',
  '/\t/elsewhere.example/',
  '/\n/elsewhere.example/',
  '/.//elsewhere.example/',
  '/a/..//elsewhere.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'productUpdate/index',
  '@elsewhere.example',
  ' /productUpdate/index',
  '',
  undefined,
  null,
  7,
  ['/productUpdate/index'],
])('does not follow %j', (redirect) => {
  expect(safeRedirect(redirect, origin)).toBeNull()
})
