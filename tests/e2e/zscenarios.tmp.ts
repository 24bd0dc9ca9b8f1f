import type { Page } from 'playwright'
type Tools = { t: (en: string, fr: string) => string; width: number; url: string }
export type Scenario = {
  name: string
  path: string
  as?: string
  widths?: string
  context?: object
  isLoading?: boolean
  full?: boolean
  before?: (p: Page, t: Tools) => Promise<unknown>
  steps?: (p: Page, t: Tools) => Promise<unknown>
}
const list = (name: string, path: string): Scenario => ({ name, path, as: 'admin', full: false })
const scrolled = async (p: Page) => p.locator('section[tabindex="0"]').evaluate((e) => e.scrollTo({ left: 300, top: 90 }))
export const scenarios: Scenario[] = [
  list('users', '/user/index'),
  list('codes', '/warrantyCode/index'),
  list('news', '/news/index'),
  list('firmwares', '/firmware/index'),
  list('security', '/securityEvent/index'),
  list('zones', '/rallyZone/index'),
  { ...list('users-scrolled', '/user/index'), steps: scrolled, widths: '390,1024' },
  {
    ...list('users-filter', '/user/index'),
    steps: async (p, { t }) => {
      await p.getByRole('button', { name: t('Filter', 'Filtrer'), exact: true }).click()
    },
  },
  {
    ...list(
      'users-chips',
      '/user/index?filters=' + encodeURIComponent(JSON.stringify({ role: 'ROLE_CUSTOMER', accountValidated: 'false' })),
    ),
  },
]
