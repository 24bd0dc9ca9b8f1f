/** Small faults that could be in a file of the product, as replacements of its text. Knows no files and runs nothing. */
import { parseSync, Visitor } from 'vite'

export type Mutant = {
  readonly kind: 'negated condition' | 'dropped call' | 'changed constant'
  readonly start: number
  readonly end: number
  /** What stands there instead. */
  readonly replacement: string
}

type Node = { readonly type: string; readonly start: number; readonly end: number }

export function findMutants(path: string, text: string): Mutant[] {
  const mutants: Mutant[] = []
  const add = (kind: Mutant['kind'], { start, end }: Node, replacement: string) => void mutants.push({ kind, start, end, replacement })
  const negate = ({ test }: { test: Node | null }) => {
    if (test !== null) add('negated condition', test, `!(${text.slice(test.start, test.end)})`)
  }
  new Visitor({
    IfStatement: negate,
    ConditionalExpression: negate,
    ExpressionStatement: (node) => {
      const called = node.expression.type === 'AwaitExpression' ? node.expression.argument : node.expression
      if (called.type === 'CallExpression') add('dropped call', node, ';')
    },
    Literal: (node) => {
      if (typeof node.value === 'number') add('changed constant', node, String(node.value + 1))
      if (typeof node.value === 'boolean') add('changed constant', node, String(!node.value))
    },
  }).visit(parseSync(path, text).program)
  return mutants.toSorted((one, other) => one.start - other.start)
}

/** `count` of the items, the same ones for the same seed, in the order in which they were drawn. */
export function draw<T>(items: readonly T[], count: number, seed: number): T[] {
  const left = [...items]
  let state = seed
  const random = () => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(Math.floor(random() * left.length), 1)).flat()
}
