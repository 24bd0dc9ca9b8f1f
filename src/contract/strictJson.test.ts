import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { isStrictJson, parseStrictJson } from './strictJson.ts'

const many = 10_000

it('reads any JSON as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 12 }), (text) => {
      // What cannot be stored is refused, and is another test's.
      fc.pre(!/\\u0000|\\ud[89a-f]/i.test(text))
      expect(parseStrictJson(text, many)).toEqual(JSON.parse(text))
    }),
  )
})

it.each([
  ['twice', '{"a":1,"a":2}'],
  ['with the same value', '{"a":1,"a":1}'],
  ['spelt differently', String.raw`{"a":1,"\u0061":2}`],
  ['within a list', '[{"a":1},{"b":1,"b":2}]'],
  ['deep inside', '{"a":{"b":[{"c":1,"d":[],"c":2}]}}'],
  ['though it is empty', '{"":1,"":2}'],
  ['though it is __proto__', '{"__proto__":1,"__proto__":2}'],
  ['though it looks like a value', String.raw`{":":1,"\"":2,":":3}`],
])('refuses a key that comes %s', (_, text) => {
  expect(isStrictJson(text, many)).toBe(false)
})

it.each([
  ['in objects of one list', '[{"a":1},{"a":1}]'],
  ['in objects within one another', '{"a":{"a":{"a":1}}}'],
  ['as a value', '{"a":"a","b":"a"}'],
  ['in another case', '{"a":1,"A":2}'],
  ['with signs of JSON in it', String.raw`{"a:{,\"":"b:[{,\\","b":"\\\""}`],
])('takes the same text %s', (_, text) => {
  expect(parseStrictJson(text, many)).toEqual(JSON.parse(text))
})

it('refuses a key that comes twice wherever it is put', () => {
  const member = fc.tuple(fc.string(), fc.jsonValue({ maxDepth: 3 }))
  fc.assert(
    fc.property(fc.uniqueArray(member, { minLength: 1, selector: ([key]) => key }), fc.nat(), (members, at) => {
      const repeated = members[at % members.length] ?? ['', null]
      const text = (all: typeof members) => `{${all.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`
      expect([isStrictJson(text(members), many), isStrictJson(text([...members, repeated]), many)]).toEqual([true, false])
    }),
  )
})

it.each([
  ['a list of as many values as allowed', `[${'1,'.repeat(99)}1]`, true],
  ['a list of one more', `[${'1,'.repeat(100)}1]`, false],
  ['an object of one more', `{${Array.from({ length: 101 }, (_, index) => `"${index}":1`).join(',')}}`, false],
  ['lists in a list, one more altogether', `[${'[1],'.repeat(50)}1]`, false],
  ['16 levels', '['.repeat(16) + ']'.repeat(16), true],
  ['17 levels', '['.repeat(17) + ']'.repeat(17), false],
  ['signs of values within a text', JSON.stringify([',[{:'.repeat(200)]), true],
  ['a text without an end', `"${'['.repeat(200)}`, false],
  ['half of a JSON', '{"a":1', false],
  ['nothing', '', false],
  ['NUL in a value', String.raw`["\u0000"]`, false],
  ['half a surrogate pair in a key', String.raw`{"\ud800":1}`, false],
])('judges %s', (_, text, isTaken) => {
  expect(isStrictJson(text, 100)).toBe(isTaken)
})

it('builds nothing of what has too many values', () => {
  const parsed: string[] = []
  const { parse } = JSON
  JSON.parse = (text: string) => parsed.push(text)
  try {
    expect([isStrictJson(`[${'1,'.repeat(130_000)}1]`, 1_000), isStrictJson('['.repeat(130_000), 1_000)]).toEqual([false, false])
  } finally {
    JSON.parse = parse
  }
  expect(parsed).toEqual([])
})
