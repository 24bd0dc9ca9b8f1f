/**
 * `npm run weight` says how large the project is. Product is the TypeScript of `src/` and `workers/` without tests; SQL and styles are counted
 * apart. Tests are the tests beside it and all code of `tests/`. Lines are lines of files, with comments and empty ones. Knows no limit.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'

const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n').length - 1
const wordsOf = (path: string) => readFileSync(path, 'utf8').split(/\s+/).filter(Boolean).length
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const shown = (number: number) => number.toLocaleString('en')

const isTest = (path: string) => /\.(?:test|spec)\.tsx?$/.test(path)
const typeScript = globSync('{src,workers}/**/*.{ts,tsx}')
const product = typeScript.filter((path) => !isTest(path)).map(linesOf)
const tests = [...typeScript.filter(isTest), ...globSync('tests/**/*.{ts,tsx,sh,py,c,html,txt}')].map(linesOf)
const styles = globSync('src/**/*.{css,js}').map(linesOf)
const migrations = globSync('src/server/db/migrations/*.sql').map(linesOf)
const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/*.md')].filter((path) => existsSync(path)).map(wordsOf)

const middle = product.toSorted((one, other) => one - other)[Math.floor(product.length / 2)] ?? 0
const share = (sum(tests) / sum(product)).toFixed(2)
console.log(`product: ${shown(sum(product))} lines of TypeScript in ${shown(product.length)} files (median ${middle})`)
console.log(
  `besides: ${shown(sum(migrations))} lines of SQL in ${migrations.length} migrations, ${shown(sum(styles))} of styles and scripts`,
)
console.log(`tests: ${shown(sum(tests))} lines (${share} of the product)`)
console.log(`documents: ${shown(sum(documents))} words`)
