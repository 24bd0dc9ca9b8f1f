import { expect, it } from 'vitest'
import { draw, findMutants } from './findMutants.ts'

const source = `export async function save(isNew: boolean): Promise<number> {
  if (isNew) await send(3)
  tell()
  return isNew ? 1 : 0
}
`

it('negates conditions, drops calls and changes constants, and leaves the rest alone', () => {
  const changed = findMutants('save.ts', source).map(({ start, end, replacement }) => source.slice(start, end) + ' -> ' + replacement)
  expect(changed).toEqual(['isNew -> !(isNew)', 'await send(3) -> ;', '3 -> 4', 'tell() -> ;', 'isNew -> !(isNew)', '1 -> 2', '0 -> 1'])
})

it('draws the same for the same seed, and nothing twice', () => {
  const items = Array.from({ length: 100 }, (_, index) => index)
  expect(draw(items, 10, 7)).toEqual(draw(items, 10, 7))
  expect(draw(items, 10, 7)).not.toEqual(draw(items, 10, 8))
  expect(new Set(draw(items, 100, 1)).size).toBe(100)
})
