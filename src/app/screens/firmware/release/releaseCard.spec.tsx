/** The release on a firmware's page: what state it is in, who is offered it, and what can be done with it. Whom it reaches, in words: useOfferText.test.ts. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { failing } from '../../../../../tests/component/fakeApi.ts'
import { openRelease } from '../../../../../tests/component/openRelease.ts'
import { releaseImage } from '../../../../../tests/component/records.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { textsOf } from '../../../../../tests/component/textsOf.ts'
import { testFound } from '../../../../../tests/support/foundSentences.ts'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import type { ReleaseState } from '../../../../contract/releaseStates.ts'
import { queryClient } from '../../../api/queryClient.ts'

type Words = Readonly<
  Record<ReleaseState, { readonly badge: string; readonly sentence: string | RegExp; readonly buttons: readonly string[] }>
>

const words: Words = {
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
}

const audiences: Readonly<Partial<Record<ReleaseState, ShownRelease['audience']>>> = {
  beta: { customers: 9, detectors: 10, withoutFirmware: 0 },
  released: { customers: 1, detectors: 1, withoutFirmware: 1 },
}

function releaseIn(state: ReleaseState) {
  const audience = audiences[state]
  return createRelease({
    state,
    reach: state === 'beta' ? 'beta' : 'released',
    withdrawnAt: state === 'withdrawn' ? '2026-03-05T10:00:00.000Z' : null,
    haltedFor: state === 'halted' ? testFound({ kind: 'hardware', name: '4' }) : null,
    ...(audience && { audience }),
  })
}

const table = page.getByRole('table')
const stepButtons = () => textsOf(page.getByRole('main').getByRole('button', { name: '…' }))

/** The page's release becomes another one each time, as if somebody else had changed it. */
it('a release says its state, who is offered it, what can be done, and which outcomes have halted it', async () => {
  let shown = releaseIn('draft')
  await openRelease(shown, { as: 'backoffice', answers: { get: () => shown.calls.release.get() } })
  for (const [state, word] of Object.entries(words)) {
    // The keys of `words` are the states.
    shown = releaseIn(state as ReleaseState)
    await queryClient.invalidateQueries()
    await expect.element(page.getByText(word.sentence)).toBeVisible()
    await expect.element(page.getByText(word.badge, { exact: true }).first()).toBeVisible()
    expect(stepButtons()).toEqual(word.buttons)
    const why = page.getByText('14 of 96 updates of hardware 4 failed; the version before had 3 in 100.')
    await expect.element(why).toHaveLength(state === 'halted' ? 1 : 0)
    if (state === 'draft' || state === 'halted') await expectNoAxeFindings(state)
  }
})

it('shows its languages, each a link to its page but the one that is shown, and offers no step once all are deleted', async () => {
  let images = [
    releaseImage(),
    releaseImage({ id: 15, language: 'Français', filename: 'WS6_5.2_fr.bin', isDeleted: true, nbProductUpdates: 1_204 }),
  ]
  const release = releaseIn('halted')
  await openRelease(release, { answers: { get: () => ({ ...release.calls.release.get(), images }) } })
  await expect.element(table.getByRole('row').nth(1)).toMatchTextContent(/^English.*WS6_5\.2\.bin.*262\skB12$/)
  await expect.element(table.getByText('English')).toHaveAttribute('aria-current', 'page')
  await expect.element(table.getByRole('row').nth(2)).toMatchTextContent(/^FrançaisDeleted.*1,204$/)
  await expect.element(table.getByRole('link')).toHaveLength(1)
  await expect.element(table.getByRole('link', { name: 'Français' })).toHaveAttribute('href', '/firmware/show/15')
  expect(stepButtons()).not.toEqual([])
  // Restoring comes first.
  images = [releaseImage({ isDeleted: true })]
  await queryClient.invalidateQueries()
  await expect.element(table.getByRole('row')).toHaveLength(2)
  await expect.element(table.getByText('Deleted')).toBeVisible()
  expect(stepButtons()).toEqual([])
})

it('can be loaded again when that failed, beside the firmware’s own facts', { tags: 'rest' }, async () => {
  const release = releaseIn('halted')
  const { answer, end } = failing(release.calls.release.get, 'service.unavailable.error', { requestId: 'abc-123' })
  await openRelease(release, { answers: { get: answer } })
  await expect.element(page.getByText('abc-123')).toBeVisible()
  await expect.element(page.getByRole('definition').first()).toBeVisible()
  end()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Halted', { exact: true })).toBeVisible()
})

describe('the step in the address', { tags: 'rest' }, () => {
  const dialog = page.getByRole('alertdialog')

  it('opens its question, and is gone once that is closed', async () => {
    const { address } = await openRelease(releaseIn('draft'), { step: 'released' })
    await expect.element(dialog).toHaveAccessibleName('Offer 5.2 to everyone?')
    expect(address()).toBe('/firmware/show/14?step=released')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.poll(address).toBe('/firmware/show/14')
  })

  it('is gone too once the step was taken', async () => {
    const { address } = await openRelease(releaseIn('released'), { step: 'halt' })
    await dialog.getByRole('button', { name: 'Halt 5.2' }).click()
    await expect.element(page.getByText('Halted', { exact: true })).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.poll(address).toBe('/firmware/show/14')
  })

  it.each(['withdraw', 'nonsense'])('%s opens nothing: it is final, or unknown', async (step) => {
    await openRelease(releaseIn('released'), { step })
    await expect.element(page.getByRole('button', { name: 'Withdraw…' })).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
  })
})

it('is not offered to the beta groups that were taken away in its question', { tags: 'rest' }, async () => {
  const next = { customers: 9, detectors: 10, withoutFirmware: 2 }
  const betaGroups = [{ id: 3, tostring: 'Divers' }]
  await openRelease(createRelease({ state: 'draft', reach: 'beta', next, betaGroups }), { step: 'beta' })
  const dialog = page.getByRole('alertdialog')
  const offer = dialog.getByRole('button', { name: 'Offer to 9 beta testers', exact: true })
  await expect.element(offer).toBeEnabled()
  await dialog.getByRole('button', { name: 'Remove Divers' }).click()
  await expect.element(dialog.getByText('It has no beta group, so nobody would be offered it.')).toBeVisible()
  await expect.element(offer).toBeDisabled()
})
