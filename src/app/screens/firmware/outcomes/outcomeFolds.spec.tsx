/** What supports the summary of a release's outcomes: by part, cause and day, and each failure. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { fakeTable } from '../../../../../tests/component/fakeTable.ts'
import { itInEachLanguage } from '../../../../../tests/component/languages.ts'
import { shownFailure, shownOutcomes } from '../../../../../tests/component/outcomes.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import type { Locale } from '../../../../contract/rules.ts'
import type { ShownOutcomes } from '../../../../contract/shownOutcomes.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'

async function open(others: Partial<ShownOutcomes>, fold: string, locale: Locale = 'en') {
  const { calls } = createRelease({ outcomes: shownOutcomes(others) })
  // The mouse may rest on a link to an owner.
  const opened = await openApp('/firmware/show/14', { as: 'admin', locale, calls: { ...calls, user: fakeTable(() => []) } })
  await page.getByText(fold, { exact: true }).click()
  return opened
}

const textOf = ({ textContent }: Element) => textContent.replaceAll(/\s/g, ' ')

/** Without its head, each cell as it is read. */
async function rowsOf(name: string) {
  const table = page.getByRole('table', { name, exact: true })
  await expect.element(table).toBeVisible()
  const [, ...rows] = table.getByRole('row').elements()
  return rows.map((row) => [...row.children].map(textOf))
}

itInEachLanguage('each part has its rate and how close it is to its limit, the portal’s pause (%s)', async (locale) => {
  const [fold, name] =
    locale === 'en'
      ? ['By hardware version, build, browser', 'What is watched']
      : ['Par version du matériel, build, navigateur', 'Ce qui est surveillé']
  await open({}, fold, locale)
  expect(await rowsOf(name)).toEqual(
    locale === 'en'
      ? [
          ['All detectors', '6 of 4121.5%, 0.7% to 3.1%', '1/2,071×halts at 100×'],
          ['Hardware 3', '2 of 3000.7%, 0.2% to 2.4%', '1/2,816×halts at 200×'],
          ['Hardware 4', '4 of 1123.6%, 1.4% to 8.8%', '1/1.1×halts at 600×'],
          ['Without firmware after a second attempt', '1 of 4120.2%, 0% to 1.4%', '1/15×halts at 200×'],
          ['Nothing heard for a day', '2 of 4120.5%, 0.1% to 1.8%', 'less than 1/10,000×halts at 200×'],
          ['Portal build 3630012', '6 of 4121.5%, 0.7% to 3.1%', '1/2,071×pauses at 200×'],
          ['Edge', '3 of 2001.5%, 0.5% to 4.3%', '1/49×pauses at 200×'],
        ]
      : [
          ['Tous les détecteurs', '6 sur 4121,5 %, de 0,7 % à 3,1 %', '1/2 071 ×suspension à 100 ×'],
          ['Matériel 3', '2 sur 3000,7 %, de 0,2 % à 2,4 %', '1/2 816 ×suspension à 200 ×'],
          ['Matériel 4', '4 sur 1123,6 %, de 1,4 % à 8,8 %', '1/1,1 ×suspension à 600 ×'],
          ['Sans firmware après une deuxième tentative', '1 sur 4120,2 %, de 0 % à 1,4 %', '1/15 ×suspension à 200 ×'],
          ['Sans nouvelles depuis un jour', '2 sur 4120,5 %, de 0,1 % à 1,8 %', 'moins de 1/10 000 ×suspension à 200 ×'],
          ['Build du portail 3630012', '6 sur 4121,5 %, de 0,7 % à 3,1 %', '1/2 071 ×pause à 200 ×'],
          ['Edge', '3 sur 2001,5 %, de 0,5 % à 4,3 %', '1/49 ×pause à 200 ×'],
        ],
  )
  await expectNoAxeFindings('parts of outcomes', { at: [390, 1280] })
})

const failed = { failure: 'reported', errorType: 'REPROGRAMMATION_ERROR' } as const
const causes: ShownOutcomes['causes'] = [
  { ...failed, firmwareAfter: 'none', detectors: 4 },
  { ...failed, firmwareAfter: 'unknown', detectors: 3 },
  { ...failed, firmwareAfter: 'unchanged', detectors: 2 },
  { failure: 'silent', errorType: null, firmwareAfter: null, detectors: 2 },
  { failure: 'silent', errorType: 'DECONNECTION_ERROR', firmwareAfter: 'none', detectors: 1 },
  { failure: 'reported', errorType: null, firmwareAfter: null, detectors: 1 },
]

itInEachLanguage('causes are told by type and phase, silence by its time (%s)', async (locale) => {
  await open({ causes }, 'Causes', locale)
  expect(await rowsOf(locale === 'en' ? 'Causes of the failures that count' : 'Causes des échecs comptés')).toEqual(
    locale === 'en'
      ? [
          ['Error while reprogramming, after the erase', '4'],
          ['Error while reprogramming, after the last byte', '3'],
          ['Error while reprogramming', '2'],
          ['Nothing heard for 15 minutes', '2'],
          ['Nothing heard for 15 minutes, then: USB disconnection error, after the erase', '1'],
          ['Error', '1'],
        ]
      : [
          ['Erreur lors de la reprogrammation, après l’effacement', '4'],
          ['Erreur lors de la reprogrammation, après le dernier octet', '3'],
          ['Erreur lors de la reprogrammation', '2'],
          ['Sans nouvelles pendant 15 minutes', '2'],
          ['Sans nouvelles pendant 15 minutes, puis : Erreur de déconnexion USB de l’appareil, après l’effacement', '1'],
          ['Erreur', '1'],
        ],
  )
})

it('each day can be read, the newest first', async () => {
  await open({}, 'Day by day')
  expect(await rowsOf('What became of the updates of each day (UTC)')).toEqual([
    ['06/03/2026', '220', '208', '3'],
    ['05/03/2026', '140', '138', '2'],
    ['04/03/2026', '52', '51', '1'],
  ])
})

const failures = [
  shownFailure({ round: 2 }),
  shownFailure({ serialNumberFormatted: '1A 1B 2C 3D 4E', round: 2, isCounted: false, repairedAt: '2026-03-06T12:00:00.000Z' }),
  shownFailure({
    serialNumberFormatted: '2A 1B 2C 3D 4E',
    round: 1,
    isCounted: false,
    user: null,
    userProductId: null,
    appBuild: null,
    browser: null,
  }),
]

itInEachLanguage('each failure says where it happened, whether it is repaired, and whether it counts (%s)', async (locale) => {
  const name = locale === 'en' ? 'Failures' : 'Échecs'
  await open({ round: 2, failed: failures }, `${name} (3)`, locale)
  const rows = page.getByRole('list', { name, exact: true }).getByRole('listitem')
  await expect.element(rows.first()).toBeVisible()
  const texts = rows.elements().map((row) => textOf(row).replace(formatDateTime(shownFailure().at), ''))
  expect(texts).toEqual(
    locale === 'en'
      ? [
          '0A 1B 2C 3D 4EMarc DelaunayUSB disconnection error, after the eraseHardware 3 · Portal build 3630012 · Edge',
          '1A 1B 2C 3D 4EMarc DelaunayRepaired 06/03/2026Does not countUSB disconnection error, after the eraseHardware 3 · Portal build 3630012 · Edge',
          '2A 1B 2C 3D 4E1st countUSB disconnection error, after the eraseHardware 3',
        ]
      : [
          '0A 1B 2C 3D 4EMarc DelaunayErreur de déconnexion USB de l’appareil, après l’effacementMatériel 3 · Build du portail 3630012 · Edge',
          '1A 1B 2C 3D 4EMarc DelaunayRéparé le 06/03/2026Non comptéErreur de déconnexion USB de l’appareil, après l’effacementMatériel 3 · Build du portail 3630012 · Edge',
          '2A 1B 2C 3D 4E1er comptageErreur de déconnexion USB de l’appareil, après l’effacementMatériel 3',
        ],
  )
  await expect.element(page.getByRole('link', { name: '1A 1B 2C 3D 4E' })).toHaveAttribute('href', '/user/show/4')
  await expect.element(page.getByRole('link', { name: '2A 1B 2C 3D 4E' })).not.toBeInTheDocument()
  await expectNoAxeFindings('failures', { at: [390, 1280] })
})

it('says that only the latest failures are listed', async () => {
  const hundred = Array.from({ length: 100 }, (_, place) => shownFailure({ serialNumberFormatted: `0A 1B 2C 3D ${place}` }))
  await open({ failed: hundred }, 'Failures (the latest 100)')
  await expect.element(page.getByRole('list', { name: 'Failures' }).getByRole('listitem')).toHaveLength(100)
})
