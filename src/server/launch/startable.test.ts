import { resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { startableText } from './startable.ts'

it('imports nothing before it has checked Node’s version, and then what it starts', () => {
  const text = startableText('src/server/main.ts')
  const { errors, module } = parseSync('main.js', text)
  expect(errors).toEqual([])
  expect([...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)]).toEqual([])
  const imported = module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start, end))
  expect(imported).toEqual([JSON.stringify(resolve('src/server/main.ts'))])
})
