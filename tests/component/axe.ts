import axe from 'axe-core'
import { twMerge } from 'tailwind-merge'
import { expect, inject, TestRunner } from 'vitest'
import { page } from 'vitest/browser'

/** The rules that check colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** The rules that only apply to whole pages. */
const pageRules = ['landmark-one-main', 'page-has-heading-one', 'region', 'bypass', 'document-title', 'heading-order']
const pageRulesOff = Object.fromEntries(pageRules.map((rule) => [rule, { enabled: false }]))

/** A phone, a tablet, a small and a large desktop: each has a layout of its own. */
const widths: readonly number[] = [390, 1024, 1280, 1920]

type Theme = 'light' | 'dark'
type Look = readonly [width: number, theme: Theme]

/**
 * In `npm run test:all`, at each width in both themes. A look takes as long as a test, so in other runs it is one on a desktop, and in the rest
 * one on a phone in the dark besides.
 */
function looksAt(at: readonly number[]): readonly Look[] {
  if (inject('looksWhole'))
    return at.flatMap((width): Look[] => [
      [width, 'light'],
      [width, 'dark'],
    ])
  const light: Look = [at.includes(1280) ? 1280 : (at[0] ?? 1280), 'light']
  return isOfRest() ? [light, [at[0] ?? 390, 'dark']] : [light]
}

function isOfRest(): boolean {
  return TestRunner.getCurrentTest()?.tags?.includes('rest') === true
}

/**
 * Checks all rules in the light theme and, because the dark theme only differs in colours, only the colour rules there; in the rest, at each
 * width that nothing scrolls sideways. Skips iframes. `isPart`: a component without a page around it. `at`: the only widths at which this state
 * exists.
 */
export async function expectNoAxeFindings(where: string, { isPart = false, at = widths } = {}): Promise<void> {
  const { innerWidth, innerHeight } = window
  const root = document.documentElement
  const kept = root.dataset['theme']
  for (const [width, theme] of looksAt(at)) {
    if (window.innerWidth !== width) await page.viewport(width, innerHeight)
    root.dataset['theme'] = theme
    await settled()
    const { violations } = await axe.run(
      { exclude: 'iframe' },
      {
        iframes: false,
        resultTypes: ['violations'],
        rules: { 'label-content-name-mismatch': { enabled: true }, ...(isPart && pageRulesOff) },
        ...(theme === 'dark' && { runOnly: { type: 'rule', values: colourRules }, rules: {} }),
      },
    )
    const found = violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ html }) => html) }))
    expect(found, `${where}, ${theme}, ${width} px`).toEqual([])
  }
  if (kept === undefined) delete root.dataset['theme']
  else root.dataset['theme'] = kept
  for (const width of inject('looksWhole') || isOfRest() ? at : [window.innerWidth]) {
    if (window.innerWidth !== width) await page.viewport(width, innerHeight)
    await settled()
    expect(classesAtOdds(), `${where}: where classes set the same, the order of the sheet decides`).toEqual([])
    expect(root.scrollWidth, `${where} scrolls sideways at ${width} px`).toBeLessThanOrEqual(window.innerWidth)
  }
  if (window.innerWidth !== innerWidth) await page.viewport(innerWidth, innerHeight)
}

/** Class lists of which one class sets what another one sets too (src/app/ui/cn.ts). */
function classesAtOdds(): readonly string[] {
  const lists = new Set(Array.from(document.querySelectorAll('[class]'), ({ classList }) => [...classList].join(' ')))
  return [...lists].filter((list) => twMerge(list) !== list)
}

/** Waits until all colour transitions have ended; inherited colours change one level after the other. */
async function settled(): Promise<void> {
  await expect.poll(() => document.getAnimations().length).toBe(0)
}
