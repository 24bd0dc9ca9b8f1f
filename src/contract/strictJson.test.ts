import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { isStrictJson, parseStrictJson } from './strictJson.ts'

const many = 10_000

it('parses valid JSON as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 12 }), (text) => {
      // Text that cannot be stored is refused; another test covers it.
      fc.pre(!/\\u0000|\\ud[89a-f]/i.test(text))
      expect(parseStrictJson(text, many)).toEqual(JSON.parse(text))
    }),
  )
})

it.each([
  ['with another value', '{"a":1,"a":2}'],
  ['with the same value', '{"a":1,"a":1}'],
  ['spelt differently', String.raw`{"a":1,"\u0061":2}`],
  ['in a list', '[{"a":1},{"b":1,"b":2}]'],
  ['deep inside', '{"a":{"b":[{"c":1,"d":[],"c":2}]}}'],
  ['that is empty', '{"":1,"":2}'],
  ['that is __proto__', '{"__proto__":1,"__proto__":2}'],
  ['that looks like a value', String.raw`{":":1,"\"":2,":":3}`],
])('refuses a repeated key %s', (_, text) => {
  expect(isStrictJson(text, many)).toBe(false)
})

it.each([
  ['in objects of one list', '[{"a":1},{"a":1}]'],
  ['in nested objects', '{"a":{"a":{"a":1}}}'],
  ['as a value', '{"a":"a","b":"a"}'],
  ['in another case', '{"a":1,"A":2}'],
  ['that contains JSON syntax', String.raw`{"a:{,\"":"b:[{,\\","b":"\\\""}`],
])('accepts repeated text %s', (_, text) => {
  expect(parseStrictJson(text, many)).toEqual(JSON.parse(text))
})

it('refuses a repeated key at any position', () => {
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
  ['a list with as many values as allowed', `[${'1,'.repeat(99)}1]`, true],
  ['a list with one more', `[${'1,'.repeat(100)}1]`, false],
  ['an object with one more', `{${Array.from({ length: 101 }, (_, index) => `"${index}":1`).join(',')}}`, false],
  ['nested lists with one more in total', `[${'[1],'.repeat(50)}1]`, false],
  ['16 levels', '['.repeat(16) + ']'.repeat(16), true],
  ['17 levels', '['.repeat(17) + ']'.repeat(17), false],
  ['JSON syntax in a text', JSON.stringify([',[{:'.repeat(200)]), true],
  ['an unterminated text', `"${'['.repeat(200)}`, false],
  ['incomplete JSON', '{"a":1', false],
  ['nothing', '', false],
  ['NUL in a value', String.raw`["\u0000"]`, false],
  ['a lone surrogate in a value', String.raw`["\ud800"]`, false],
  ['a lone surrogate in a key', String.raw`{"\ud800":1}`, false],
])('accepts or refuses %s', (_, text, isTaken) => {
  expect(isStrictJson(text, 100)).toBe(isTaken)
})

it('refuses too many values before it parses them', () => {
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
