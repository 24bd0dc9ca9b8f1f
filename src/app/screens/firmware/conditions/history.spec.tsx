/** What the audit trail keeps of requirements and holds, in words; kit/history/recordHistory.spec.tsx reads an entry of each. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { callsOfAllScreens } from '../../../../../tests/component/everyScreen.ts'
import { openApp } from '../../../../../tests/component/render.tsx'

const cases = {
  requirements: [
    ['minimumInstalledVersion 5.0', 'Installed version 5.0 or newer', 'Version installée 5.0 ou plus récente'],
    ['minimumInstalledVersion 5.0 beta', 'Installed version 5.0 beta or newer', 'Version installée 5.0 beta ou plus récente'],
    ['steppingStone 5.1', 'Intermediate version 5.1', 'Version intermédiaire 5.1'],
    ['hardwareVersions 3 5 6', 'Hardware 3, 5, and 6', 'Matériel 3, 5 et 6'],
    ['minimumAppBuild 3630000', 'Portal build 3630000 or newer', 'Build du portail 3630000 ou plus récent'],
    ['somethingNewer 1', 'somethingNewer 1', 'somethingNewer 1'],
  ],
  holds: [
    ['3 5: It restarts: twice', 'Hardware 3 and 5: It restarts: twice', 'Matériel 3 et 5\u00A0: It restarts: twice'],
    ['*: It restarts', 'All detectors: It restarts', 'Tous les détecteurs\u00A0: It restarts'],
  ],
} as const

const rows = Object.entries(cases).flatMap(([field, list]) => list.map(([kept, en, fr]) => ({ field, kept, en, fr })))

it.each(rows)('says “$kept” in words', async ({ field, kept, ...texts }) => {
  const entry = {
    id: 1,
    date: '2026-11-20T10:00:00.000Z',
    action: 'update',
    by: null,
    before: { [field]: [] },
    after: { [field]: [kept] },
  } as const
  const calls = { ...callsOfAllScreens(), audit: { getForRecord: () => [entry] } }
  for (const locale of ['en', 'fr'] as const) {
    await openApp('/firmware/show/3', { as: 'admin', locale, calls })
    await expect.element(page.getByRole('insertion')).toBeVisible()
    expect(document.querySelector('ins')?.textContent).toBe(texts[locale])
  }
})
