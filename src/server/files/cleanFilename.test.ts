import { expect, it } from 'vitest'
import { cleanFilename } from './cleanFilename.ts'

it.each([
  ['ws6.bin', 'ws6.bin'],
  ['Mise à jour 5.2.bin', 'Mise à jour 5.2.bin'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.bin', 'boot.bin'],
  ['a\0b.bin', 'ab.bin'],
  ['evil\u202Enib.exe', 'evilnib.exe'],
  ['a\r\nb.bin', 'ab.bin'],
  ['Facture: "WS6" <1*2?>|.pdf', 'Facture_ _WS6_ _1_2___.pdf'],
  ['folder/', 'file'],
  ['', 'file'],
  ['..', 'file'],
  ['.', 'file'],
])('keeps %j as %j', (given, kept) => {
  expect(cleanFilename(given)).toBe(kept)
})

it('shortens a long name from the front, so that its extension stays', () => {
  const kept = cleanFilename(`${'é'.repeat(300)}.bin`)
  expect(kept).toHaveLength(150)
  expect(kept.endsWith('é.bin')).toBe(true)
})

it('repairs half a surrogate pair', () => {
  expect(cleanFilename('a\ud800.bin').isWellFormed()).toBe(true)
})
