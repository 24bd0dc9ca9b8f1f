import { writeXlsx } from 'hucre/xlsx'
import { expect, it } from 'vitest'
import { sheetName } from './sheetName.ts'

it.each([
  ['Codes de garantie', 'Codes de garantie'],
  ['History', 'History_'],
  [' HISTORY? ', 'HISTORY_'],
  ['History of users', 'History of users'],
  ['a:b\\c/d?e*f[g]h', 'a b c d e f g h'],
  ["'n'roll'", '’n’roll’'],
  [`${'x'.repeat(30)}'${'x'.repeat(9)}`, `${'x'.repeat(30)}’`],
  [`${'x'.repeat(30)} y`, 'x'.repeat(30)],
  [`${'x'.repeat(30)}🦊`, 'x'.repeat(30)],
  ['line\nbreak\u200B\uFFFF', 'line break'],
  ['half \uD83E', 'half \uFFFD'],
  ['', 'Export'],
  [' ?* ', 'Export'],
])('makes of %j the tab %j', async (text, name) => {
  expect(sheetName(text)).toBe(name)
  await expect(writeXlsx({ sheets: [{ name: sheetName(text), rows: [] }] })).resolves.toBeInstanceOf(Uint8Array)
})
