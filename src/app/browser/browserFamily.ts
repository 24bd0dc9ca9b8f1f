/** What this page is shown in, as far as faults of updates differ. A browser names its brands only on pages that were loaded safely. */
import type { BrowserFamily } from '../../contract/rules.ts'

type WithBrands = { readonly userAgentData?: { readonly brands: readonly { readonly brand: string }[] } }

const families: Readonly<Record<string, BrowserFamily>> = { 'Google Chrome': 'chrome', 'Microsoft Edge': 'edge', Opera: 'opera' }

// TypeScript's library does not know the brands yet.
export function browserFamily(browser: WithBrands = navigator as WithBrands): BrowserFamily {
  for (const { brand } of browser.userAgentData?.brands ?? []) {
    const family = families[brand]
    if (family !== undefined) return family
  }
  return 'other'
}
