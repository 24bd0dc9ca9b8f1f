/** How many detectors still have a withdrawn release, in a sentence and day by day. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { describeInEachLanguage, itInEachLanguage } from '../../../../../tests/component/languages.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import type { Locale } from '../../../../contract/rules.ts'
import type { Recall } from './useRecallText.ts'

function recall(lefts: readonly number[], told = 28): Recall {
  const days = lefts.map((left, index) => ({ day: `2026-03-${String(5 + index).padStart(2, '0')}`, left }))
  return { left: lefts.at(-1) ?? 0, told, days }
}

const open = (of: Recall | null, locale: Locale = 'en') =>
  openApp('/firmware/show/14', { as: 'admin', locale, calls: createRelease({ state: 'withdrawn', recall: of }).calls })
const main = page.getByRole('main')

const sentences: readonly (readonly [name: string, recall: Recall, en: string, fr: string])[] = [
  [
    'some are left',
    recall([31, 20, 12]),
    '12 of 31 detectors still have it. 28 owners were told by mail.',
    '12 détecteurs sur 31 l’ont encore. 28 propriétaires ont été prévenus par email.',
  ],
  [
    'one is left',
    recall([31, 1], 1),
    '1 of 31 detectors still has it. 1 owner was told by mail.',
    '1 détecteur sur 31 l’a encore. 1 propriétaire a été prévenu par email.',
  ],
  [
    'nobody has updated yet',
    recall([31], 0),
    '31 detectors still have it. No owner has been told by mail yet.',
    '31 détecteurs l’ont encore. Aucun propriétaire n’a encore été prévenu par email.',
  ],
  [
    'more report it later',
    recall([9, 31, 12]),
    '12 of 31 detectors still have it. 28 owners were told by mail.',
    '12 détecteurs sur 31 l’ont encore. 28 propriétaires ont été prévenus par email.',
  ],
  [
    'none is left',
    recall([31, 0]),
    'No detector has it any more. 28 owners were told by mail.',
    'Plus aucun détecteur ne l’a. 28 propriétaires ont été prévenus par email.',
  ],
  ['nobody ever had it', recall([0, 0], 0), 'No detector has it any more.', 'Plus aucun détecteur ne l’a.'],
]

describeInEachLanguage('a recalled release (%s)', (locale) => {
  it.each(sentences)('says how far it is where %s', async (_, of, en, fr) => {
    await open(of, locale)
    await expect
      .element(main.getByRole('paragraph').filter({ hasText: locale === 'en' ? en : fr }))
      .toHaveTextContent(locale === 'en' ? en : fr)
  })
})

itInEachLanguage('each day can be read in a table, the newest first (%s)', async (locale) => {
  await open(recall([1031, 20, 12]), locale)
  const fold = main.getByText(locale === 'en' ? 'Day by day' : 'Jour par jour', { exact: true })
  await expect.element(fold).toBeVisible()
  await expectNoAxeFindings('a recall', { at: [390, 1280] })
  await fold.click()
  const table = page.getByRole('table', {
    name: locale === 'en' ? /^Detectors that still have it, day by day/ : /^Détecteurs qui l’ont encore, jour par jour/,
  })
  await expect.element(table.getByRole('row')).toHaveLength(4)
  const rows = table
    .getByRole('row')
    .elements()
    .map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))
  expect(rows.slice(1)).toEqual(['07/03/202612', '06/03/202620', locale === 'en' ? '05/03/20261,031' : '05/03/20261 031'])
  await expect.element(table.getByRole('rowheader', { name: '07/03/2026' })).toBeVisible()
  await expectNoAxeFindings('a recall, day by day', { at: [390, 1280] })
})

it.each([
  ['on its first day', recall([31])],
  ['that nobody had', recall([0, 0])],
])('a release %s has no course to show', async (_, of) => {
  await open(of)
  await expect.element(main.getByText(/detector/).first()).toBeVisible()
  await expect.element(main.getByText('Day by day')).not.toBeInTheDocument()
})

it('the last day stands above its name, however few there are', async () => {
  await open(recall([31, 20, 12]))
  const today = main.getByText('Today', { exact: true })
  await expect.element(today).toBeVisible()
  const course = today.element().parentElement?.previousElementSibling
  const lastBar = course?.lastElementChild?.getBoundingClientRect()
  expect(lastBar?.right).toBeCloseTo(today.element().getBoundingClientRect().right, 0)
})

it('a release that is not recalled says nothing of it', async () => {
  await open(null)
  await expect.element(main.getByText(/^Withdrawn for good/)).toBeVisible()
  await expect.element(main.getByText(/told by mail|still have it/)).not.toBeInTheDocument()
})

itInEachLanguage('before a withdrawal, the question says that owners are told (%s)', async (locale) => {
  await openApp('/firmware/show/14', { as: 'admin', locale, calls: createRelease().calls })
  await page.getByRole('button', { name: locale === 'en' ? 'Withdraw…' : 'Retirer…' }).click()
  await expect
    .element(page.getByRole('alertdialog'))
    .toHaveAccessibleDescription(
      locale === 'en'
        ? /Owners who have it on a detector are told by mail and on their page\.$/
        : /Les propriétaires qui l’ont sur un détecteur en seront informés par email et sur leur page\.$/,
    )
})
