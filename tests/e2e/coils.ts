/** Steps with coils for the browser tests. */
import type { Page } from 'playwright/test'
import { chromiumArgs, findChromium } from '../support/chromium.ts'
import { png } from '../support/coils.ts'

/** This customer has updates, so that the tutorial does not open. */
export const account = 'beta'
export const picture = { name: 'invoice.png', mimeType: 'image/png', buffer: png }
/** For `test.use`: the headless shell shows no PDF. */
export const pdfBrowser = { launchOptions: { executablePath: findChromium('whole'), args: chromiumArgs } }
const dayMs = 24 * 60 * 60 * 1000

/** A serial number that no other test uses, nor the same test when it is repeated. */
export const newSerial = () => `E2E${crypto.randomUUID().slice(0, 8)}`.toUpperCase()
export const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

export const inFrench = (day: string) => day.split('-').toReversed().join('/')

/** Of a coil that was registered by hand. */
export const row = (page: Page, serial: string) =>
  page.getByRole('region', { name: 'Coils without a detector' }).getByRole('listitem').filter({ hasText: serial })
export const toast = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
