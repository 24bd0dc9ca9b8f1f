import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoOverflow } from '../../../../tests/component/accountForms.ts'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import {
  cardData,
  chartOf,
  dashboardCalls,
  linkedLists,
  noFigures,
  noneMissing,
  withoutUpdates,
} from '../../../../tests/component/dashboard.ts'
import { type FakeCalls, held } from '../../../../tests/component/fakeApi.ts'
import { openApp, type Person } from '../../../../tests/component/render.tsx'
import type { CardData } from '../../../contract/dashboard.ts'
import { type Locale, locales } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'

const words = {
  en: {
    cards: [
      'Users1,234+12 in 30 days',
      'Firmwares15No change in 30 days',
      'Beta testers7-2 in 30 days',
      'App subscriptions89-3 in 30 days',
    ],
    lastSync: 'Last sync of a companion app: ',
    rates: 'Success rate by firmware',
    master: 'WS6 Master 5.299.6%99% to 99.8%996 of 1,000',
    small: 'WSAII 2.050%23.7% to 76.3%5 of 10',
    errors: 'Errors by type',
    cable: 'USB disconnection error6',
    models: 'Most updated models',
    missing: 'Detectors without a firmware',
    total: '12 in all. The latest 1:',
  },
  fr: {
    cards: [
      'Utilisateurs1 234+12 en 30 jours',
      'Firmwares15Aucun changement en 30 jours',
      'Bêta-testeurs7-2 en 30 jours',
      'Abonnements à l’application89-3 en 30 jours',
    ],
    lastSync: 'Dernière synchronisation d’une application mobile : ',
    rates: 'Taux de réussite par firmware',
    master: 'WS6 Master 5.299,6 %de 99 % à 99,8 %996 sur 1 000',
    small: 'WSAII 2.050 %de 23,7 % à 76,3 %5 sur 10',
    errors: 'Erreurs par type',
    cable: 'Erreur de déconnexion USB de l’appareil6',
    models: 'Modèles les plus mis à jour',
    missing: 'Détecteurs sans firmware',
    total: '12 au total. Les 1 derniers :',
  },
} as const

const open = (as: Person = 'admin', locale: Locale = 'en', others: FakeCalls['dashboard'] = {}) =>
  openApp('/', { as, locale, calls: { ...linkedLists, dashboard: { ...dashboardCalls, ...others } } })

const list = (name: string) => page.getByRole('list', { name, exact: true })
/** With ordinary spaces, as the French numbers have others. */
const textOf = ({ textContent }: Element) => textContent.replaceAll(/\s/g, ' ')
const textsOf = (name: string) => list(name).getByRole('listitem').elements().map(textOf)
const card = (label: string) => page.getByRole('main').getByRole('link', { name: new RegExp(`^${label}`) })
const chart = () => page.getByRole('slider')
const fail = () => {
  throw new AppError('service.unavailable.error')
}

it.each(locales)(
  'shows numbers, rates with their interval, errors, models and detectors in the reader’s language, without an axe finding (%s) [T7]',
  async (locale) => {
    const w = words[locale]
    await open('admin', locale)
    await expect.element(chart()).toBeVisible()
    const [lastSync, ...links] = page.getByRole('main').getByRole('link').elements().map(textOf)
    expect(lastSync).toBe(w.lastSync + formatDateTime(cardData.lastUpdate ?? ''))
    expect(links.slice(0, w.cards.length)).toEqual(w.cards)
    expect(textsOf(w.rates)).toEqual([w.master, w.small])
    expect(textsOf(w.errors)[0]).toBe(w.cable)
    expect(textsOf(w.models)[1]).toBe('WSAII10')
    expect(textsOf(w.missing)).toEqual([
      `WS6 Master 0A 1B 2C 3D 4EMarc Delaunay (marc.delaunay.de.saint-germain-en-laye@example.com)${formatDateTime('2026-03-05T09:00:00.000Z')}`,
    ])
    await expect.element(page.getByText(w.total)).toBeVisible()
    // Where the texts are longest.
    if (locale === 'fr') await expectNoAxeFindings('dashboard')
  },
)

it('leads from each card to its list, filtered [T84]', async () => {
  await open()
  await expect.element(card('Users')).toHaveAttribute('href', '/user/index')
  await expect.element(card('Firmwares')).toHaveAttribute('href', '/firmware/index')
  const filtersOf = (label: string) =>
    JSON.parse(new URL(card(label).element().getAttribute('href') ?? '', location.href).searchParams.get('filters') ?? 'null')
  expect(filtersOf('Beta testers')).toEqual({ isBetaTester: 'true' })
  expect(filtersOf('App subscriptions')).toEqual({ subscription: 'active' })
  await expect.element(card('Last sync')).toMatchTextContent(formatDateTime(cardData.lastUpdate ?? ''))
  const { lastSync } = filtersOf('Last sync')
  expect(lastSync).toMatch(/^2026-03-0[45]T\d\d:\d\d:00\.000Z\/$/)
  expect(new Date(lastSync.slice(0, -1)).getHours()).toBe(0)
  await expect.element(page.getByRole('link', { name: 'Marc Delaunay' })).toHaveAttribute('href', '/user/show/4')
  await expect.element(page.getByRole('link', { name: 'WS6 Master', exact: true })).toHaveAttribute('href', '/product/show/2')
  const firmwares = new URL(page.getByRole('link', { name: 'WSAII 2.0' }).element().getAttribute('href') ?? '', location.href)
  expect([firmwares.pathname, firmwares.searchParams.get('search'), firmwares.searchParams.get('filters')]).toEqual([
    '/firmware/index',
    '"2.0"',
    '{"product":"3"}',
  ])
})

it('shows marketing the same numbers, without links to what they may not open', { tags: 'rest' }, async () => {
  await open('marketing')
  await expect.element(card('Users')).toBeVisible()
  await expect.element(page.getByText('Firmwares', { exact: true })).toBeVisible()
  await expect.element(card('Firmwares')).not.toBeInTheDocument()
  await expect.element(list('Most updated models')).toBeVisible()
  expect(list('Most updated models').getByRole('link').elements()).toEqual([])
  expect(list('Success rate by firmware').getByRole('link').elements()).toEqual([])
  await expect.element(page.getByRole('link', { name: 'Marc Delaunay' })).toBeVisible()
})

it('says what is empty, and that no app has been synchronised', { tags: 'rest' }, async () => {
  await open('admin', 'en', {
    getCardData: () => ({ ...cardData, lastUpdate: null }),
    getChartData: ({ body }) => withoutUpdates(chartOf(body)),
    getUpdateFigures: () => noFigures,
    getDetectorsWithoutFirmware: noneMissing,
  })
  for (const text of [
    'No companion app has been synchronised yet',
    'No update has a result in this period.',
    'No update failed in this period.',
    'No model was updated in this period.',
    'No detector is without a firmware.',
    'No update to show in this period.',
  ])
    await expect.element(page.getByText(text)).toBeVisible()
  await expectNoAxeFindings('empty dashboard')
})

it('keeps the place of each part while it loads', { tags: 'rest' }, async () => {
  const waiting = held<CardData>()
  await open('admin', 'en', { getCardData: waiting.answer })
  await expect.element(card('Users')).toMatchTextContent(/^Users$/)
  const heightBefore = card('Users').element().clientHeight
  waiting.release(cardData)
  await expect.element(card('Users')).toMatchTextContent('1,234')
  expect(Math.abs(card('Users').element().clientHeight - heightBefore)).toBeLessThanOrEqual(2)
})

it('says where a part could not be loaded, and tries it again there', { tags: 'rest' }, async () => {
  let isDown = true
  await open('admin', 'en', {
    getCardData: () => (isDown ? fail() : cardData),
    getUpdateFigures: () => (isDown ? fail() : noFigures),
    getDetectorsWithoutFirmware: () => (isDown ? fail() : noneMissing()),
  })
  await expect.element(page.getByRole('alert')).toHaveLength(3)
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect.element(card('Users')).toMatchTextContent('1,234')
  await expect.element(page.getByRole('alert')).toHaveLength(2)
})

it('shows the chart without scrolling on a small desktop', { tags: 'rest' }, async () => {
  await open()
  await expect.element(chart()).toBeVisible()
  expect(document.querySelector('.u-over')?.getBoundingClientRect().bottom).toBeLessThan(720)
})

it('fits a phone', { tags: 'rest' }, async () => {
  await page.viewport(390, 844)
  await open('admin', 'fr')
  await expect.element(chart()).toBeVisible()
  expectNoOverflow()
  for (const name of ['Produit', 'Résultat']) expect(page.getByRole('combobox', { name }).element().clientWidth).toBeGreaterThan(150)
  await page.getByRole('button', { name: 'Afficher sous forme de tableau' }).click()
  const table = page.getByRole('region', { name: 'Mises à jour produit par jour' })
  await expect.element(table).toBeVisible()
  const { scrollWidth, clientWidth } = table.element()
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  expectNoOverflow()
})
