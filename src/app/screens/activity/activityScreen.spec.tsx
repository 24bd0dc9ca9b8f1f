import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { callsOfAllScreens } from '../../../../tests/component/everyScreen.ts'
import type { FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { describeInEachLanguage } from '../../../../tests/component/languages.ts'
import { listIsThere, rows, searchBox } from '../../../../tests/component/list.ts'
import { shownUser } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import type { ActivityRow } from '../../../contract/activity.ts'

const words = {
  en: {
    title: 'Activity',
    search: 'Search',
    changed: ['Nora Lindqvist', 'Changed', 'User', 'Marc Delaunay', 'Role: Back office → Marketing', 'Beta tester: No → Yes'],
    recalled: ['System', 'Changed', 'Warranty codes', '#3', 'Void codes: 0 → 12', 'Reason: leaked'],
    gone: ['Deleted', 'Product', '#9'],
    log: 'security log',
    logTitle: 'Security log',
    ofPerson: 'What they changed',
    ofRecord: 'All activity of this record',
    by: 'Done by: Nora Lindqvist',
    kind: 'Kind: User',
  },
  fr: {
    title: 'Activité',
    search: 'Rechercher',
    changed: [
      'Nora Lindqvist',
      'Modifié',
      'Utilisateur',
      'Marc Delaunay',
      'Rôle\u00A0: Back-office → Marketing',
      'Bêta-testeur\u00A0: Non → Oui',
    ],
    recalled: ['Système', 'Modifié', 'Codes de garantie', '#3', 'Codes annulés\u00A0: 0 → 12', 'Motif\u00A0: leaked'],
    gone: ['Supprimé', 'Produit', '#9'],
    log: 'journal de sécurité',
    logTitle: 'Journal de sécurité',
    ofPerson: 'Ses modifications',
    ofRecord: 'Toute l’activité de cette fiche',
    by: 'Fait par\u00A0: Nora Lindqvist',
    kind: 'Type\u00A0: Utilisateur',
  },
} as const

const nora = { id: 4, tostring: 'Nora Lindqvist' }
const change: ActivityRow = {
  id: 3,
  date: '2026-11-22T10:00:00.000Z',
  action: 'update',
  by: nora,
  before: { role: 'ROLE_BE', isBetaTester: false },
  after: { role: 'ROLE_MARKETTING', isBetaTester: true },
  entity: 'user',
  recordId: 4,
  recordName: 'Marc Delaunay',
  isRecordDeleted: false,
}
const entries: ActivityRow[] = [
  change,
  {
    ...change,
    id: 2,
    by: null,
    before: { nbVoid: 0 },
    after: { nbVoid: 12, reason: 'leaked' },
    entity: 'warrantyCodeBatch',
    recordId: 3,
    recordName: null,
  },
  { ...change, id: 1, action: 'delete', before: null, after: null, entity: 'product', recordId: 9, recordName: null },
]

const calls: FakeCalls = {
  ...callsOfAllScreens(),
  activity: fakeTable(() => entries, {
    allowed: { create: false, edit: false, remove: false },
    filters: [
      { position: 0, selectedValue: '', name: 'by', kind: 'select', options: [{ id: '4', tostring: nora.tostring }] },
      { position: 1, selectedValue: '', name: 'entity', kind: 'select', options: [{ id: 'user', tostring: 'user' }] },
    ],
    fits: ({ by, entity }, filter, value) => (filter === 'by' ? String(by?.id) : entity) === value,
  }),
  audit: { getForRecord: () => [] },
  user: { ...fakeTable(() => []), get: () => shownUser({ role: 'ROLE_BE' }) },
}

describeInEachLanguage('the activity (%s)', (locale) => {
  const w = words[locale]

  it('says in words who changed what, links to the record, and leads to the security log [T783]', async () => {
    await openApp('/activity/index', { as: 'admin', calls, locale })
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(w.title)
    await listIsThere()
    for (const [at, texts] of [w.changed, w.recalled, w.gone].entries())
      for (const text of texts) await expect.element(rows().nth(at)).toMatchTextContent(text)
    await expectNoAxeFindings('activity')
    await expect
      .element(rows().getByRole('link', { name: 'Marc Delaunay' }))
      .toHaveAttribute('href', expect.stringMatching(/\/user\/show\/4$/))
    await page.getByRole('main').getByRole('link', { name: w.log }).click()
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(w.logTitle)
  })

  it('of a person and of a record is a click away from their page [T784]', async () => {
    await openApp('/user/show/4', { as: 'admin', calls, locale })
    await page.getByRole('link', { name: w.ofPerson }).click()
    await listIsThere()
    await expect.element(page.getByText(w.by, { exact: true })).toBeVisible()
    await expect.element(rows()).toHaveLength(1)
    await openApp('/user/show/4', { as: 'admin', calls, locale })
    await page.getByRole('link', { name: w.ofRecord }).click()
    await expect.element(searchBox(w.search)).toHaveValue('#4')
    await expect.element(page.getByText(w.kind, { exact: true })).toBeVisible()
  })
})

it('the activity is linked for nobody but administrators, and of customers there is none by them', async () => {
  await openApp('/user/show/4', { as: 'backoffice', calls })
  await expect.element(page.getByText('No changes yet.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /activity|they changed/i })).not.toBeInTheDocument()
})
