/** docs/installed-app.md: each case cites a journey that is there. That it shows what its row says, a person has to see. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = 'tests/e2e/'
const journeys = readdirSync(folder)
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => readFileSync(folder + name, 'utf8'))
const titles = journeys.flatMap((text) => [...text.matchAll(/\btest\(\s*(['"`])(.+?)\1,/g)].map(([, , title = '']) => title))

it('each case of the installed app cites a journey by its title', () => {
  const lines = readFileSync('docs/installed-app.md', 'utf8').split('\n')
  const cited = lines.filter((line) => line.startsWith('| ')).map((line) => /\| "([^"|]+)" \|$/.exec(line)?.[1] ?? line)
  const [heading, ...cases] = cited
  expect(heading).toMatch(/\| Test \|$/)
  expect(cases.length).toBeGreaterThan(15)
  expect(cases.filter((title) => !titles.some((one) => one.includes(title)))).toEqual([])
})
