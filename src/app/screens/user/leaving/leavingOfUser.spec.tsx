// @module-tag rest
/** Staff prepare a user's data for them, and delete an account for good, for people who ask. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoOverflow } from '../../../../../tests/component/accountForms.ts'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import type { FakeCalls } from '../../../../../tests/component/fakeApi.ts'
import { describeInEachLanguage, itOnce } from '../../../../../tests/component/languages.ts'
import { dueAt } from '../../../../../tests/component/leaving.ts'
import { chooseAction, recordMenu } from '../../../../../tests/component/recordMenu.ts'
import { shownUser } from '../../../../../tests/component/records.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import type { ShownUser } from '../../../../contract/userStaff.ts'

const texts = {
  en: {
    menu: 'More actions',
    prepare: 'Prepare their data',
    prepareQuestion: 'Prepare the data of Marc Delaunay?',
    prepared: 'The archive is being prepared',
    doPrepare: 'Prepare',
    erase: 'Delete all data',
    question: 'Delete Marc Delaunay and all their data?',
    facts: /First make sure that it is Marc Delaunay who asks for it\. They get an email, and have 7 days to change their mind\./,
    noMail: /Their account is deleted already, so they get no email/,
    pending: /This account and its data will be deleted for good on 04\/12\/2026/,
    keep: 'Keep the account',
    kept: 'The account stays',
    ofDeleted: 'The data of this deleted account are kept.',
  },
  fr: {
    menu: 'Autres actions',
    prepare: 'Préparer ses données',
    prepareQuestion: 'Préparer les données de Marc Delaunay\u00a0?',
    prepared: 'L’archive est en préparation',
    doPrepare: 'Préparer',
    erase: 'Supprimer toutes les données',
    question: 'Supprimer Marc Delaunay et toutes ses données\u00a0?',
    facts: /la demande vient bien de Marc Delaunay\. Cette personne reçoit un email et a 7 jours pour changer d’avis\./,
    noMail: /Son compte est déjà supprimé, elle ne reçoit donc pas d’email/,
    pending: /Ce compte et ses données seront définitivement supprimés le 04\/12\/2026/,
    keep: 'Garder le compte',
    kept: 'Le compte est conservé',
    ofDeleted: 'Les données de ce compte supprimé sont conservées.',
  },
} as const
const main = page.getByRole('main')
const answer = { exports: [], deletion: null }

function createUser(others: Partial<ShownUser> = {}): FakeCalls {
  let stored = shownUser(others)
  const change = (deletionAt: string | null) => {
    stored = { ...stored, deletionAt }
    return answer
  }
  return {
    user: { get: () => stored },
    leaving: {
      requestExportForUser: () => answer,
      requestDeletionForUser: () => change(dueAt),
      cancelDeletionForUser: () => change(null),
    },
  }
}

describeInEachLanguage('a user who leaves (%s)', (locale) => {
  const w = texts[locale]
  const open = (others: Partial<ShownUser> = {}) => openApp('/user/show/4', { as: 'admin', locale, calls: createUser(others) })

  itOnce(locale, 'gets an archive of their data by a question to staff [T883]', async () => {
    const { seen } = await open()
    await chooseAction(w.prepare, w.menu)
    const question = page.getByRole('alertdialog', { name: w.prepareQuestion })
    await question.getByRole('button', { name: w.doPrepare, exact: true }).click()
    await expect.element(page.getByText(w.prepared).first()).toBeVisible()
    const sent = seen.filter(({ name }) => name === 'leaving.requestExportForUser').map(({ parts }) => parts)
    expect(sent).toMatchObject([{ params: { id: 4 } }])
  })

  it('is deleted for good after a question, with a date in sight until then, and kept by a button [T884]', async () => {
    await open()
    await chooseAction(w.erase, w.menu)
    const question = page.getByRole('alertdialog', { name: w.question })
    await expect.element(question.getByText(w.facts)).toBeVisible()
    await expectNoAxeFindings('the question before all data are deleted')
    await question.getByRole('button', { name: w.erase }).click()
    await expect.element(main.getByText(w.pending)).toBeVisible()
    await page.viewport(390, 844)
    expectNoOverflow()
    await expectNoAxeFindings('a user who will be deleted')
    await main.getByRole('button', { name: w.keep }).click()
    await expect.element(main.getByText(w.pending)).not.toBeInTheDocument()
    await expect.element(page.getByText(w.kept).first()).toBeVisible()
  })

  itOnce(locale, 'is deleted for good also where the account is deleted already [T885]', async () => {
    await open({ isDeleted: true, mayEdit: true })
    await expect.element(main.getByText(w.ofDeleted)).toBeVisible()
    await main.getByRole('button', { name: w.erase }).click()
    const question = page.getByRole('alertdialog', { name: w.question })
    await expect.element(question.getByText(w.noMail)).toBeVisible()
    await question.getByRole('button', { name: w.erase }).click()
    await expect.element(main.getByText(w.pending)).toBeVisible()
  })
})

it('a user whose deletion has begun cannot be kept', async () => {
  await openApp('/user/show/4', { as: 'admin', calls: createUser({ deletionAt: dueAt, deletionHasBegun: true }) })
  await expect.element(main.getByText('This account and its data are being deleted for good.')).toBeVisible()
  await expect.element(main.getByRole('button', { name: texts.en.keep })).not.toBeInTheDocument()
})

it('the back office prepares data, sees when an account will be deleted, and deletes none', async () => {
  await openApp('/user/show/4', { as: 'backoffice', calls: createUser({ deletionAt: dueAt, mayRemove: false }) })
  await expect.element(main.getByText(texts.en.pending)).toBeVisible()
  await expect.element(main.getByRole('button', { name: texts.en.keep })).not.toBeInTheDocument()
  await recordMenu().click()
  await expect.element(main.getByRole('menuitem', { name: texts.en.prepare })).toBeVisible()
  await expect.element(main.getByRole('menuitem', { name: texts.en.erase })).not.toBeInTheDocument()
})
