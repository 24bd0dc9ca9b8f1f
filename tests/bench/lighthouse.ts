/** `npm run bench:lighthouse`: Lighthouse's scores of the last build. Apart from `npm run bench`, because npm fetches Lighthouse. */
import { type LighthouseScores, measureLighthouse } from './measureLighthouse.ts'
import { finish, print, printAtLeast } from './report.ts'

const performanceAtLeast = { phone: 95, desktop: 99 } as const

for (const machine of ['phone', 'desktop'] as const) {
  const { signIn, equipment, equipmentAnew } = await measureLighthouse(machine)
  printPage(`lighthouse.${machine}`, signIn, { performance: performanceAtLeast[machine], accessibility: 100, 'best-practices': 100 })
  // Not below the sign-in page, measured just before.
  printPage(`lighthouse.equipment.${machine}`, equipment, signIn.scores)
  // Of somebody whose browser has forgotten all but the session: only shown.
  for (const [category, score] of Object.entries(equipmentAnew.scores)) print(`lighthouse.equipment_anew.${machine}.${category}`, score)
}
finish()

function printPage(name: string, { scores, findings }: LighthouseScores, atLeast: LighthouseScores['scores']): void {
  // Object.keys gives string[]; these are the keys of the scores.
  for (const category of Object.keys(scores) as (keyof typeof scores)[])
    printAtLeast(`${name}.${category}`, scores[category], atLeast[category])
  for (const finding of findings) console.log(`${name}.below_100: ${finding}`)
}
