// @module-tag rest
/** The dashboard in forced colours: colour alone must tell nothing apart. ui/forced-colors.spec.tsx tests each part by itself. */
import { afterEach, expect, it } from 'vitest'
import { commands, page } from 'vitest/browser'
import { dashboardCalls, linkedLists } from '../../../../tests/component/dashboard.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { styleAt, systemColour } from '../../../../tests/component/systemColours.ts'

const calls = { ...linkedLists, dashboard: dashboardCalls }

afterEach(async () => commands.forceColors(null))

/** How much of the chart is drawn upon, 0 to 1, and whether all of it is in the page's text colour or the grid's grey. */
function drawn(): { share: number; colours: readonly string[] } | null {
  const canvas = document.querySelector<HTMLCanvasElement>('[data-slot="chart-plot"] canvas')
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
  if (pixels === undefined) return null
  const counts = new Map<string, number>()
  let covered = 0
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3] !== 255) continue
    covered += 1
    const colour = `rgb(${pixels.slice(at, at + 3).join(', ')})`
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  // The rest are edges between two colours.
  const colours = [...counts].filter(([, count]) => count > covered / 20).map(([colour]) => colour)
  return { share: covered / (pixels.length / 4), colours }
}

const samples = '[aria-label="Lines of the chart"] li'

it.each(['light', 'dark'] as const)('in a %s contrast theme lines differ in dashes, a rate and its interval in form', async (scheme) => {
  await commands.forceColors(scheme)
  await openApp('/', { as: 'admin', calls })
  // The chart has no ground, and its legend shows the same lines.
  await expect.poll(() => drawn()?.share).toBeGreaterThan(0.001)
  expect(drawn()?.share).toBeLessThan(0.1)
  expect(drawn()?.colours).toContain(systemColour('CanvasText'))
  const lines = [...document.querySelectorAll(`${samples} line`)].map((line) => getComputedStyle(line))
  expect(new Set(lines.map(({ strokeDasharray }) => strokeDasharray)).size).toBe(lines.length)
  // All of them are shown, hence pressed.
  expect(lines.map(({ stroke }) => stroke)).toEqual(lines.map(() => systemColour('HighlightText')))
  await page.getByRole('list', { name: 'Lines of the chart' }).getByRole('button', { name: 'Failed' }).click()
  await expect.poll(() => styleAt(`${samples} [aria-pressed="false"] line`).stroke).not.toBe(systemColour('ButtonFace'))

  await expect.element(page.getByText('996 of 1,000')).toBeVisible()
  const [mark, interval] = [styleAt('[data-slot="share-mark"]'), styleAt(':has(> [data-slot="share-mark"]) > [data-slot="share"]')]
  expect([mark.backgroundColor, interval.backgroundColor]).toEqual([systemColour('CanvasText'), systemColour('CanvasText')])
  expect(Number.parseFloat(mark.height)).toBeGreaterThan(3 * Number.parseFloat(interval.height))
})
