import axe from 'axe-core'
import { expect } from 'vitest'

/** The rules that check colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** The rules that only apply to whole pages. */
const pageRules = ['landmark-one-main', 'page-has-heading-one', 'region', 'bypass', 'document-title', 'heading-order']
const pageRulesOff = Object.fromEntries(pageRules.map((rule) => [rule, { enabled: false }]))

/**
 * Checks all rules in the light theme and, because the dark theme only differs in colours, only the colour rules there. Skips iframes.
 * `isPart`: a component without a page around it. `within`: a dialog, because axe does not know that the page behind it is inert.
 */
export async function expectNoAxeFindings(where: string, { isPart = false, within = ':root' } = {}): Promise<void> {
  const root = document.documentElement
  const kept = root.dataset['theme']
  for (const theme of ['light', 'dark'] as const) {
    root.dataset['theme'] = theme
    await settled()
    const { violations } = await axe.run(
      { include: within, exclude: 'iframe' },
      {
        iframes: false,
        resultTypes: ['violations'],
        rules: { 'label-content-name-mismatch': { enabled: true }, ...(isPart && pageRulesOff) },
        ...(theme === 'dark' && { runOnly: { type: 'rule', values: colourRules }, rules: {} }),
      },
    )
    const found = violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ html }) => html) }))
    expect(found, `${where}, ${theme}`).toEqual([])
  }
  if (kept === undefined) delete root.dataset['theme']
  else root.dataset['theme'] = kept
}

/** Waits until all colour transitions have ended; inherited colours change one level after the other. */
async function settled(): Promise<void> {
  await expect.poll(() => document.getAnimations().length).toBe(0)
}
