import { measureLighthouse } from './measureLighthouse.ts'
import { printAtLeast } from './report.ts'

const performanceAtLeast = { phone: 95, desktop: 99 } as const

export async function printLighthouse(): Promise<void> {
  for (const machine of ['phone', 'desktop'] as const) {
    const { scores, findings } = await measureLighthouse(machine)
    for (const [category, score] of Object.entries(scores))
      printAtLeast(`lighthouse.${machine}.${category}`, score, category === 'performance' ? performanceAtLeast[machine] : 100)
    for (const finding of findings) console.log(`lighthouse.${machine}.below_100: ${finding}`)
  }
}
