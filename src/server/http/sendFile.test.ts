import { expect, it } from 'vitest'
import { contentDisposition, readRange } from './sendFile.ts'

it.each([
  [undefined, 'whole'],
  ['', 'whole'],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=40-', { start: 40, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=100-', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=-', 'whole'],
  ['bytes=9-3', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['lines=0-1', 'whole'],
  ['bytes=99999999999999999999-', 'whole'],
])('reads the range %o of 100 bytes', (header, range) => {
  expect(readRange(header, 100)).toEqual(range)
})

it('has no range of an empty file', () => {
  expect(readRange('bytes=0-', 0)).toBe('outside')
  expect(readRange('bytes=-1', 0)).toBe('outside')
})

it('sends a file name for old and new browsers', () => {
  expect(contentDisposition('ws6 5.2.bin')).toBe(`attachment; filename="ws6 5.2.bin"; filename*=UTF-8''ws6%205.2.bin`)
  expect(contentDisposition('été "x".bin')).toBe(`attachment; filename="_t_ _x_.bin"; filename*=UTF-8''%C3%A9t%C3%A9%20%22x%22.bin`)
})

it('never lets a name end the header or add another', () => {
  for (const name of ['a"\r\nSet-Cookie: b=c', '\u0000', '\ud800', "'*()"]) {
    const header = contentDisposition(name)
    expect(header).toMatch(/^attachment; filename="[^"\\]*"; filename\*=UTF-8''[\w.%!~-]*$/)
    expect(() => new Headers({ 'content-disposition': header })).not.toThrow()
  }
})
