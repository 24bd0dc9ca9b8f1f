/**
 * `npm run lines`: how many lines each of staff's entities costs by itself, in contract, handlers and screens. Shells count for nobody, nor
 * do imports, comments and blank lines; the sum with them stands behind.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditedWords } from '../../src/contract/audit.ts'

const limits: Readonly<Record<string, number>> = { product: 250 }

/** What an entity has beside its one file of handlers. */
const besides: Readonly<Record<string, readonly string[]>> = {
  firmware: ['src/server/firmwareFile.ts', 'src/server/firmwareLinks.ts'],
  user: [
    'src/contract/userStaff.ts',
    'src/server/entities/userStaff.ts',
    'src/server/shownUser.ts',
    'src/server/userList.ts',
    'src/server/userRecord.ts',
  ],
}

type Count = { readonly own: number; readonly all: number }

function linesOf(path: string): Count {
  if (!existsSync(path)) return { own: 0, all: 0 }
  const text = readFileSync(path, 'utf8').trimEnd()
  const own = text
    .replaceAll(/^import\b[^'"]*['"][^'"]*['"]$/gm, '')
    .replaceAll(/^\s*\/\*\*[\s\S]*?\*\/$/gm, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*\/\//.test(line))
  return { own: own.length, all: text.split('\n').length }
}

function linesIn(folder: string): Count {
  if (!existsSync(folder)) return { own: 0, all: 0 }
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
  return sum(names.map((name) => linesOf(join(folder, name))))
}

function sum(counts: readonly Count[]): Count {
  return counts.reduce((one, other) => ({ own: one.own + other.own, all: one.all + other.all }), { own: 0, all: 0 })
}

for (const word of auditedWords) {
  const [contract, handlers, screens] = [
    linesOf(`src/contract/${word}.ts`),
    sum([`src/server/entities/${word}.ts`, ...(besides[word] ?? [])].map(linesOf)),
    linesIn(`src/app/screens/${word}`),
  ] as const
  const { own, all } = sum([contract, handlers, screens])
  console.log(
    `lines.${word}: ${own} (contract ${contract.own}, handlers ${handlers.own}, screens ${screens.own}; with imports and comments ${all})`,
  )
  if (own > (limits[word] ?? Infinity)) process.exitCode = 1
}
