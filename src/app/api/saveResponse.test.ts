import { expect, it } from 'vitest'
import { contentDisposition } from '../../server/http/sendFile.ts'
import { filenameOf } from './saveResponse.ts'

it.each(['codes-2026-11-21.xlsx', 'été "2026" (1).xlsx', '100 %.xlsx', "l'été.xlsx"])('reads %s as the server names it', (name) => {
  expect(filenameOf(contentDisposition(name))).toBe(name)
})

it.each([
  [null, undefined],
  ['attachment', undefined],
  ['attachment; filename="plain.xlsx"', 'plain.xlsx'],
  [`attachment; filename="plain.xlsx"; filename*=UTF-8''%E0%A4%A`, 'plain.xlsx'],
])('reads %o as %o', (header, name) => {
  expect(filenameOf(header)).toBe(name)
})
