// @module-tag rest
/** What axe does not see in the other specs: the states in which something waits, fails, is refused, asks, or has the longest names. */
import { describe, expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { editorIsThere } from '../../../tests/component/article.ts'
import { expectNoAxeFindings } from '../../../tests/component/axe.ts'
import { dashboardCalls } from '../../../tests/component/dashboard.ts'
import { callsOfAllScreens, callsWithLongNames, neverAnswers, unavailable } from '../../../tests/component/everyScreen.ts'
import type { FakeCalls } from '../../../tests/component/fakeApi.ts'
import { fakeTable } from '../../../tests/component/fakeTable.ts'
import { shownBetaGroup, shownDetector, shownNews, shownUser } from '../../../tests/component/records.ts'
import { chooseAction } from '../../../tests/component/recordMenu.ts'
import { openApp, type Person } from '../../../tests/component/render.tsx'
import { AppError } from '../../errors.ts'
import { isServerReached } from '../api/serverReachability.ts'

type State = {
  readonly path: string
  /** An administrator by default. */
  readonly as?: Person
  /** On top of those of all screens. */
  readonly calls?: FakeCalls
  readonly steps?: () => Promise<void>
  /** What the screen has then. */
  readonly shows: () => Locator
}
type States = Readonly<Record<string, State>>

const press = (name: string | RegExp) => async () => page.getByRole('button', { name, exact: true }).first().click()
const text = (words: string | RegExp) => () => page.getByText(words).first()
const heading = (name: string) => () => page.getByRole('heading', { name, exact: true })
const failed = text('Chargement impossible')
const question = () => page.getByRole('alertdialog')

/** The dashboard with the same answer to every call. */
const dashboardThat = (answer: () => never | Promise<never>): FakeCalls => ({
  dashboard: Object.fromEntries(Object.keys(dashboardCalls).map((call) => [call, answer])),
})
const dashboard: States = {
  'waits for its numbers': { path: '/', calls: dashboardThat(neverAnswers), shows: heading('Erreurs par type') },
  'could not load its numbers': { path: '/', calls: dashboardThat(unavailable), shows: () => page.getByRole('alert').nth(3) },
  'has lost the server': {
    path: '/',
    steps: async () => {
      await expect.element(page.getByRole('slider')).toBeVisible()
      isServerReached.setState(() => false)
    },
    shows: text(/^Le serveur ne répond pas/),
  },
  'shows a day, without one of the lines': {
    path: '/',
    steps: async () => {
      await press(/^Échouées/)()
      page.getByRole('slider').element().focus()
      await userEvent.keyboard('{Home}')
    },
    shows: () => page.getByText('Réussies').nth(1),
  },
}

const members = { ...shownBetaGroup(), nbUsers: 2 }
const group: States = {
  'is waited for': { path: '/betaGroup/show/3', calls: { betaGroup: { get: neverAnswers } }, shows: heading('Chargement') },
  'waits for its users': {
    path: '/betaGroup/show/3',
    calls: { betaGroup: { get: () => members, getUsers: neverAnswers } },
    shows: () => page.getByRole('status', { name: 'Chargement' }),
  },
  'could not load its users': {
    path: '/betaGroup/edit/3',
    calls: { betaGroup: { get: () => members, getUsers: unavailable } },
    shows: failed,
  },
  'has a refused name': {
    path: '/betaGroup/create',
    calls: {
      betaGroup: {
        create() {
          throw new AppError('name.already.exists.error', { invalidField: 'name' })
        },
      },
    },
    steps: async () => {
      await page.getByLabelText('Nom').fill('WS6')
      await press('Enregistrer')()
    },
    shows: text('Ce nom est déjà utilisé'),
  },
  'shows its choices': {
    path: '/betaGroup/create',
    calls: { firmware: { getAllBetaTest: () => [{ id: 1, tostring: '5.3-beta1' }] } },
    steps: async () => page.getByLabelText('Firmwares').click(),
    shows: () => page.getByRole('option'),
  },
  'would be left with changes': {
    path: '/betaGroup/create',
    steps: async () => {
      await page.getByLabelText('Nom').fill('WS6')
      await page
        .getByRole('button', { name: 'Annuler' })
        .or(page.getByRole('link', { name: 'Annuler' }))
        .click()
    },
    shows: question,
  },
  'would be deleted': { path: '/betaGroup/show/3', steps: press('Supprimer'), shows: question },
}

const codes: States = {
  'have a refused number': {
    path: '/warrantyCode/index',
    steps: async () => {
      await press('Générer des codes')()
      await page.getByLabelText('Nombre de codes').fill('-5')
      await press('Générer et télécharger')()
    },
    shows: text('Nombre non valide'),
  },
  'could not load their batches': {
    path: '/warrantyCode/index',
    calls: { warrantyCode: { getBatches: unavailable } },
    steps: press('Lots précédents'),
    shows: failed,
  },
  'have no batches': {
    path: '/warrantyCode/index',
    calls: { warrantyCode: { getBatches: () => [] } },
    steps: press('Lots précédents'),
    shows: () => page.getByRole('dialog').getByText('Rien ici pour l’instant'),
  },
}

const zone: States = {
  'waits for its map': {
    path: '/rallyZone/show/7',
    calls: { rallyZone: { getShapes: neverAnswers } },
    shows: () => page.getByRole('status'),
  },
  'could not load its map': { path: '/rallyZone/show/7', calls: { rallyZone: { getShapes: unavailable } }, shows: failed },
  'has no map': {
    path: '/rallyZone/show/7',
    calls: { rallyZone: { getShapes: () => ({ type: 'FeatureCollection', features: [] }) } },
    shows: text(/^Il n’y a pas de tracé/),
  },
  'lacks its fields': { path: '/rallyZone/create', steps: press('Valider'), shows: text('Ce champ est obligatoire') },
}

const table = `<table><tbody><tr>${'<td><p>Colonne</p></td>'.repeat(20)}</tr></tbody></table>`
const article: States = {
  'lacks its fields': {
    path: '/news/create',
    steps: async () => {
      await editorIsThere('Contenu')
      await press('Publier')()
    },
    shows: text(/^Veuillez remplir/),
  },
  'has a wide table': {
    path: '/news/show/8',
    calls: { news: { get: () => shownNews({ content: table }) } },
    shows: () => page.getByRole('cell').first(),
  },
  'has a wide table in its editor': {
    path: '/news/edit/8',
    calls: { news: { get: () => shownNews({ content: table }) } },
    steps: async () => {
      await editorIsThere('Contenu')
      await page.getByRole('cell').first().click()
    },
    shows: () => page.getByRole('button', { name: 'Supprimer le tableau' }),
  },
}

const [update] = shownUser().productUpdates
const troubled = shownUser({
  accountLocked: true,
  accountValidated: false,
  isBetaTester: true,
  betaGroups: [{ id: 3, tostring: 'WS6 field testers' }],
  subscriptionName: 'PREMIUM',
  subscriptions: [{ id: 1, name: 'PREMIUM', start: '2026-01-05T12:00:00.000Z', end: '2027-01-05T12:00:00.000Z' }],
  userProducts: [shownDetector({ firmwareState: 'none' })],
  productUpdates:
    update === undefined
      ? []
      : [
          { ...update, success: false, errorType: 'REBOOT_ERROR' },
          { ...update, id: 2, success: null },
        ],
})
const user: States = {
  'has every problem': { path: '/user/show/4', calls: { user: { get: () => troubled } }, shows: text('Erreur lors du redémarrage') },
  'would be viewed as a customer': { path: '/user/show/4', steps: press('Voir en tant que client'), shows: question },
  'would get a gift': { path: '/user/show/4', steps: () => chooseAction('Offrir 3 mois', 'Autres actions'), shows: question },
}

const own = (answer: () => never | Promise<never>): FakeCalls => ({
  userProduct: { getUserProductsForUser: answer },
  accessory: { getUserAccessoriesForUser: answer },
})
const equipment: States = {
  'is waited for': { as: 'customer', path: '/productUpdate/index', calls: own(neverAnswers), shows: heading('Mon matériel') },
  'could not be loaded': { as: 'customer', path: '/productUpdate/index', calls: own(unavailable), shows: failed },
  'is waited for on the page of a detector': {
    as: 'customer',
    path: '/equipment/1',
    calls: own(neverAnswers),
    shows: () => page.getByRole('main').getByRole('link', { name: 'Mises à jour produit' }),
  },
  'could not be loaded on the page of a detector': { as: 'customer', path: '/equipment/1', calls: own(unavailable), shows: failed },
}

const published = (answer: () => never | Promise<never>): FakeCalls => ({ publishedNews: { getPage: answer, get: answer } })
const readNews: States = {
  'is empty': { as: 'customer', path: '/articles/index', shows: text('Aucune actualité pour l’instant') },
  'could not be loaded': { as: 'customer', path: '/articles/index', calls: published(unavailable), shows: failed },
  'is waited for': { as: 'customer', path: '/articles/index', calls: published(neverAnswers), shows: heading('Actualités') },
  'has an article that could not be loaded': { as: 'customer', path: '/articles/show/8', calls: published(unavailable), shows: failed },
  'misses an article': { as: 'customer', path: '/articles/show/x', shows: text('Introuvable') },
}

const lists = ['betaGroup', 'warrantyCode', 'rallyZone', 'news', 'user'] as const
const list: States = Object.fromEntries(
  lists.flatMap((entity): [string, State][] => {
    const path = `/${entity}/index`
    const calls = { [entity]: { ...fakeTable(() => []), getB122TableResults: neverAnswers } }
    return [
      [`of ${entity} waits for its rows`, { path, calls, shows: () => page.getByRole('heading', { level: 1 }) }],
      [`of ${entity} is empty`, { path, shows: text('Rien ici pour l’instant') }],
    ]
  }),
)

/** The longest language. */
async function open({ path, as = 'admin', calls = {}, steps, shows }: State, base = callsOfAllScreens()): Promise<void> {
  await openApp(path, { as, locale: 'fr', calls: [base, calls] })
  await steps?.()
  await expect.element(shows()).toBeVisible()
}

describe.each(Object.entries({ dashboard, group, codes, zone, article, user, equipment, readNews, list }))('%s', (subject, states) => {
  it.each(Object.entries(states))('that %s has no axe finding at any width', async (name, state) => {
    await open(state)
    await expectNoAxeFindings(`${subject} that ${name}`)
  })
})

const row = () => page.getByRole('cell').first()
/** Not that of a page that is still loading. */
const title = () => page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Chargement' })
const records = [
  'betaGroup/show/3',
  'betaGroup/edit/3',
  'rallyZone/show/7',
  'rallyZone/edit/7',
  'news/show/8',
  'news/edit/8',
  'user/show/4',
  'articles/index',
  'articles/show/8',
]
const long = [
  ...lists.map((entity) => [`/${entity}/index`, row] as const),
  ...['', 'proofCheck/index', ...records].map((path) => [`/${path}`, title] as const),
]

it.each(long)('%s with the longest names has no axe finding at any width', async (path, shows) => {
  await open({ path, shows }, callsWithLongNames())
  await expectNoAxeFindings(path)
})
