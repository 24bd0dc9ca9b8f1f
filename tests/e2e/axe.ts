import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

type Findings = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

/**
 * What axe finds on the page, or within one element of it, with its default rules and one that it calls experimental: a name of a button's own
 * contains what the button shows. Waits until all colours have changed: half way from light to dark they have no contrast. Drawings that move for ever are not waited for.
 */
export async function axeFindings(page: Page, within?: string): Promise<Findings> {
  await expect.poll(() => page.evaluate(countEndingAnimations)).toBe(0)
  const axe = new AxeBuilder({ page }).options({ rules: { 'label-content-name-mismatch': { enabled: true } } })
  if (within !== undefined) axe.include(within)
  return (await axe.analyze()).violations
}

function countEndingAnimations(): number {
  return document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity).length
}
