/** The release on a firmware's page: what state it is in, who is offered it, and what can be done with it. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { describeInEachLanguage } from '../../../../../tests/component/languages.ts'
import { releaseImage, shownHold } from '../../../../../tests/component/records.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import type { ReleaseState } from '../../../../contract/releaseStates.ts'
import { noRequirements } from '../../../../contract/requirements.ts'
import { AppError } from '../../../../errors.ts'

type Words = Readonly<
  Record<ReleaseState, { readonly badge: string; readonly sentence: string | RegExp; readonly buttons: readonly string[] }>
>

const words: Readonly<Record<'en' | 'fr', Words>> = {
  en: {
    draft: {
      badge: 'Draft',
      sentence: 'Only administrators and the back office are offered it, to try it out.',
      buttons: ['Offer to everyone…', 'Offer in steps…', 'Offer to beta testers…', 'Hold back…'],
    },
    beta: {
      badge: 'Beta',
      sentence: 'Offered to 9 beta testers with 10 detectors.',
      buttons: ['Offer to everyone…', 'Offer in steps…', 'Halt…', 'Withdraw…', 'Hold back…'],
    },
    staged: {
      badge: 'Staged',
      sentence: 'Offered to 412 customers with 430 detectors, 12 of them without a firmware.',
      buttons: ['Offer to everyone…', 'Offer to beta testers…', 'Halt…', 'Withdraw…', 'Hold back…'],
    },
    released: {
      badge: 'Released',
      sentence: 'Offered to 1 customer with 1 detector without a firmware.',
      buttons: ['Offer to beta testers…', 'Halt…', 'Withdraw…', 'Hold back…'],
    },
    halted: {
      badge: 'Halted',
      sentence: 'Offered to nobody new. Updates that have begun can be finished.',
      buttons: ['Offer again…', 'Withdraw…', 'Hold back…'],
    },
    withdrawn: { badge: 'Withdrawn', sentence: 'Withdrawn for good on 05/03/2026: this version is never offered again.', buttons: [] },
  },
  fr: {
    draft: {
      badge: 'Brouillon',
      sentence: 'Seuls les administrateurs et le back-office peuvent l’installer, pour l’essayer.',
      buttons: ['Proposer à tous…', 'Proposer par étapes…', 'Proposer aux bêta-testeurs…', 'Bloquer…'],
    },
    beta: {
      badge: 'Bêta',
      sentence: 'Proposée à 9 bêta-testeurs avec 10 détecteurs.',
      buttons: ['Proposer à tous…', 'Proposer par étapes…', 'Suspendre…', 'Retirer…', 'Bloquer…'],
    },
    staged: {
      badge: 'Par étapes',
      sentence: 'Proposée à 412 clients avec 430 détecteurs, dont 12 sans firmware.',
      buttons: ['Proposer à tous…', 'Proposer aux bêta-testeurs…', 'Suspendre…', 'Retirer…', 'Bloquer…'],
    },
    released: {
      badge: 'Publiée',
      sentence: 'Proposée à 1 client avec 1 détecteur sans firmware.',
      buttons: ['Proposer aux bêta-testeurs…', 'Suspendre…', 'Retirer…', 'Bloquer…'],
    },
    halted: {
      badge: 'Suspendue',
      sentence: 'N’est plus proposée à personne. Les mises à jour commencées peuvent être terminées.',
      buttons: ['Proposer à nouveau…', 'Retirer…', 'Bloquer…'],
    },
    withdrawn: {
      badge: 'Retirée',
      sentence: /^Retirée définitivement le 05\/03\/2026\s: cette version ne sera plus jamais proposée\.$/,
      buttons: [],
    },
  },
}

const audiences: Readonly<Partial<Record<ReleaseState, ShownRelease['audience']>>> = {
  beta: { customers: 9, detectors: 10, withoutFirmware: 0 },
  released: { customers: 1, detectors: 1, withoutFirmware: 1 },
}

function releaseIn(state: ReleaseState, others: Partial<ShownRelease> = {}) {
  const audience = audiences[state]
  return createRelease({
    state,
    reach: state === 'beta' ? 'beta' : 'released',
    withdrawnAt: state === 'withdrawn' ? '2026-03-05T10:00:00.000Z' : null,
    ...(audience && { audience }),
    ...others,
  })
}

const table = page.getByRole('table')
const stepButtons = () =>
  page
    .getByRole('main')
    .getByRole('button', { name: '…' })
    .elements()
    .map(({ textContent }) => textContent)

describeInEachLanguage('a release (%s)', (locale) => {
  it.each(Object.entries(words[locale]))('that is %s says so, who is offered it, and what can be done', async (state, word) => {
    // The keys of `words` are the states.
    await openApp('/firmware/show/14', { as: 'backoffice', calls: releaseIn(state as ReleaseState).calls, locale })
    await expect.element(page.getByText(word.badge, { exact: true }).first()).toBeVisible()
    await expect.element(page.getByText(word.sentence)).toBeVisible()
    expect(stepButtons()).toEqual(word.buttons)
    if (state === 'draft' || state === 'halted') await expectNoAxeFindings(state)
  })

  it.each<[string, Partial<ShownRelease>, string, RegExp]>([
    [
      'because nobody has its products',
      {},
      'No customer has a detector of its products yet.',
      /^Aucun client n’a encore de détecteur correspondant à ses produits\.$/,
    ],
    [
      'because of what it requires',
      { requirements: { ...noRequirements, hardwareVersions: [9] } },
      'No customer has a detector that it can be installed on for now.',
      /^Aucun client n’a pour l’instant de détecteur sur lequel elle peut être installée\.$/,
    ],
    [
      'because of a hold on some hardware',
      { holds: [shownHold({ hardwareVersions: [3] })] },
      'No customer has a detector that it can be installed on for now.',
      /^Aucun client n’a pour l’instant de détecteur sur lequel elle peut être installée\.$/,
    ],
    [
      'because it is held back from all',
      { holds: [shownHold({ hardwareVersions: [3] }), shownHold({ id: 2, hardwareVersions: [] })] },
      'It is held back from all detectors, so nobody is offered it for now.',
      /^Elle est bloquée pour tous les détecteurs\s: elle n’est proposée à personne pour l’instant\.$/,
    ],
  ])('that reaches nobody %s says so', async (_, others, en, fr) => {
    const audience = { customers: 0, detectors: 0, withoutFirmware: 0 }
    await openApp('/firmware/show/14', { as: 'admin', locale, calls: releaseIn('released', { audience, ...others }).calls })
    await expect.element(page.getByText(locale === 'en' ? en : fr)).toBeVisible()
  })
})

it('shows its languages, each a link to its page but the one that is shown', async () => {
  const images = [
    releaseImage(),
    releaseImage({ id: 15, language: 'Français', filename: 'WS6_5.2_fr.bin', isDeleted: true, nbProductUpdates: 1_204 }),
  ]
  await openApp('/firmware/show/14', { as: 'admin', calls: releaseIn('released', { images }).calls })
  await expect.element(table.getByRole('row').nth(1)).toMatchTextContent(/^English.*WS6_5\.2\.bin.*262\skB12$/)
  await expect.element(table.getByText('English')).toHaveAttribute('aria-current', 'page')
  await expect.element(table.getByRole('row').nth(2)).toMatchTextContent(/^FrançaisDeleted.*1,204$/)
  await expect.element(table.getByRole('link')).toHaveLength(1)
  await expect.element(table.getByRole('link', { name: 'Français' })).toHaveAttribute('href', '/firmware/show/15')
})

it('can be loaded again when that failed, beside the firmware’s own facts', async () => {
  let isBroken = true
  const { calls } = releaseIn('halted')
  const get = () => {
    if (isBroken) throw new AppError('service.unavailable.error', { requestId: 'abc-123' })
    return calls.release.get()
  }
  await openApp('/firmware/show/14', { as: 'admin', calls: { ...calls, release: { ...calls.release, get } } })
  await expect.element(page.getByText('abc-123')).toBeVisible()
  await expect.element(page.getByRole('definition').first()).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Halted')).toBeVisible()
})

it('offers no step once all its languages are deleted: restoring comes first', async () => {
  await openApp('/firmware/show/14', { as: 'admin', calls: releaseIn('halted', { images: [releaseImage({ isDeleted: true })] }).calls })
  await expect.element(table.getByText('Deleted')).toBeVisible()
  expect(stepButtons()).toEqual([])
})

describe('the step in the address', () => {
  const dialog = page.getByRole('alertdialog')

  it('opens its question, and is gone once that is closed', async () => {
    const { address } = await openApp('/firmware/show/14?step=released', { as: 'admin', calls: releaseIn('draft').calls })
    await expect.element(dialog).toHaveAccessibleName('Offer 5.2 to everyone?')
    expect(address()).toBe('/firmware/show/14?step=released')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.poll(address).toBe('/firmware/show/14')
  })

  it('is gone too once the step was taken', async () => {
    const { address } = await openApp('/firmware/show/14?step=halt', { as: 'admin', calls: releaseIn('released').calls })
    await dialog.getByRole('button', { name: 'Halt 5.2' }).click()
    await expect.element(page.getByText('Halted', { exact: true })).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.poll(address).toBe('/firmware/show/14')
  })

  it.each(['withdraw', 'nonsense'])('%s opens nothing: it is final, or unknown', async (step) => {
    await openApp(`/firmware/show/14?step=${step}`, { as: 'admin', calls: releaseIn('released').calls })
    await expect.element(page.getByRole('button', { name: 'Withdraw…' })).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
  })
})

it('is not offered to the beta groups that were taken away in its question', async () => {
  const next = { customers: 9, detectors: 10, withoutFirmware: 2 }
  const { calls } = createRelease({ state: 'draft', reach: 'beta', next, betaGroups: [{ id: 3, tostring: 'Divers' }] })
  await openApp('/firmware/show/14?step=beta', { as: 'admin', calls })
  const dialog = page.getByRole('alertdialog')
  const offer = dialog.getByRole('button', { name: 'Offer to 9 beta testers', exact: true })
  await expect.element(offer).toBeEnabled()
  await dialog.getByRole('button', { name: 'Remove Divers' }).click()
  await expect.element(dialog.getByText('It has no beta group, so nobody would be offered it.')).toBeVisible()
  await expect.element(offer).toBeDisabled()
})
