import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/** Axe with its default rules, and one that it calls experimental: a name of a button's own contains what the button shows. */
export function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ rules: { 'label-content-name-mismatch': { enabled: true } } })
}
