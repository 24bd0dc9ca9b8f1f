/**
 * What the whole update page costs an update on a slow computer: the app as it is, its simulated detector, the page's thread six times slowed.
 * The detector's own time is what passes between each chunk and its reply, on the simulated cable itself.
 */
import type { Page } from 'playwright'
import { mean } from './averages.ts'
import { signInAtProfile } from './signInAtProfile.ts'
import { withBuiltApp } from './withBuiltApp.ts'

const slowedBy = 6
const turns = 3
const program = 7
const programComplete = 8

/** Time from the first chunk to program complete, of the detector's own: the mean of several whole updates, because a person waits for the slow ones too. Needs the build. */
export function pageFlashRatio(): Promise<number> {
  return withBuiltApp(async (page, url) => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await signInAtProfile(page, url, 'customer@example.com')
    await page.goto(`${url}/productUpdate/index?device=simulated`)
    const install = page
      .getByRole('region', { name: 'Next step', exact: true })
      .getByRole('button', { name: /^(?:Update to|Install|Finish the update)/ })
    await install.waitFor()
    await page.evaluate(() => window.simulatedDetector?.set({ eraseMs: 0 }))
    const client = await page.context().newCDPSession(page)
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowedBy })
    const ratios: number[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      // After an update the detector has restarted.
      if (turn > 0) await page.getByRole('button', { name: 'Use the simulated detector' }).click()
      await install.click({ timeout: 60_000 })
      await page.getByRole('button', { name: 'Yes, it restarted' }).click({ timeout: 180_000 })
      await page.getByRole('button', { name: 'Done' }).click()
      ratios.push(await ratioOfLast(page))
    }
    return mean(ratios)
  })
}

function ratioOfLast(page: Page): Promise<number> {
  return page.evaluate(
    ([chunk, complete]) => {
      const frames = window.simulatedDetector?.frames ?? []
      const end = frames.findLastIndex(({ direction, bytes }) => direction === 'out' && bytes[0] === complete)
      let begin = end
      while (begin > 0 && [chunk, complete].includes(frames[begin - 1]?.bytes[0] ?? -1)) begin -= 1
      let ownMs = 0
      for (let at = begin; at < end; at += 1) {
        const [asked, answered] = [frames[at], frames[at + 1]]
        if (asked?.direction === 'out' && answered?.direction === 'in') ownMs += answered.atMs - asked.atMs
      }
      return ((frames[end]?.atMs ?? 0) - (frames[begin]?.atMs ?? 0)) / ownMs
    },
    [program, programComplete] as [number, number],
  )
}
