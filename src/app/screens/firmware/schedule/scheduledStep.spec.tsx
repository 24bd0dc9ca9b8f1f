/** What a release's page says of a step that waits, and of one that was not taken. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { describeInEachLanguage } from '../../../../../tests/component/languages.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import type { ReleaseState, ReleaseStep } from '../../../../contract/releaseStates.ts'
import type { Locale } from '../../../../contract/rules.ts'
import { AppError } from '../../../../errors.ts'

type Scheduled = NonNullable<ShownRelease['scheduled']>

/** In local time, so that the words are the same in every time zone. */
const due = new Date(2199, 7, 1, 14, 0)
const moments = { en: 'Thursday, 1 August 2199, 14:00', fr: 'jeudi 1er août 2199 à\u00a014:00' }

function scheduled(others: Partial<Scheduled> = {}): Scheduled {
  const setBy = { id: 3, tostring: 'Ada Field' }
  return { step: 'released', at: due.toISOString(), setBy, setAt: '2026-03-04T10:00:00.000Z', failure: null, ...others }
}

const releaseWith = (others: Partial<Scheduled>, state: ReleaseState = 'beta') =>
  createRelease({ state, reach: state === 'beta' ? 'beta' : 'released', scheduled: scheduled(others) })
const open = ({ calls }: ReturnType<typeof releaseWith>, locale: Locale = 'en') =>
  openApp('/firmware/show/14', { as: 'admin', calls, locale })
const main = page.getByRole('main')

const ahead: Readonly<Record<Locale, Readonly<Record<ReleaseStep, string>>>> = {
  en: {
    beta: 'Will be offered to its beta testers on',
    staged: 'Will be offered in steps on',
    released: 'Will be offered to all owners on',
    resume: 'Will be offered again on',
    halt: 'Will be halted on',
    withdraw: 'Will be withdrawn for good on',
  },
  fr: {
    beta: 'Sera proposée à ses bêta-testeurs le',
    staged: 'Sera proposée par étapes le',
    released: 'Sera proposée à tous les propriétaires le',
    resume: 'Sera à nouveau proposée le',
    halt: 'Sera suspendue le',
    withdraw: 'Sera définitivement retirée le',
  },
}

function unschedule(): never {
  throw new AppError('network.offline.error')
}

describeInEachLanguage('a release (%s)', (locale) => {
  const by = locale === 'en' ? ', set by Ada Field' : ', programmé par Ada Field'

  it.each(Object.entries(ahead[locale]))('says when the step %s will be taken, and who set it', async (step, words) => {
    // The keys are steps.
    await open(releaseWith({ step: step as ReleaseStep }), locale)
    await expect.element(main.getByText(`${words} ${moments[locale]}${by}`)).toBeVisible()
    if (step === 'released') await expectNoAxeFindings('a step ahead', { at: [390, 1280] })
  })

  it('says why one was not taken', async () => {
    await open(releaseWith({ failure: 'release.approval.error' }), locale)
    const [title, reason] =
      locale === 'en'
        ? [
            'Not offered to all owners',
            `Was due on ${moments.en}, and was not taken. Another administrator has to approve this release first.`,
          ]
        : [
            'Non proposée à tous les propriétaires',
            /^Prévue le jeudi 1er août 2199 à\s14:00, l’étape n’a pas été franchie\. Un autre administrateur/,
          ]
    await expect.element(main.getByText(title)).toBeVisible()
    await expect.element(main.getByText(reason)).toBeVisible()
    await expectNoAxeFindings('a step not taken', { at: [390, 1280] })
  })
})

it.each([
  ['release.obstacle.error', /not taken\. Something speaks against this step that nobody has confirmed/],
  ['changed.meanwhile.error', /not taken\. The release has changed since this was set\./],
  ['restored', /not taken\. The portal was restored from a backup since this was set\./],
  ['not.authorized', /not taken\. Ada Field may no longer take this step\./],
  ['code.of.a.newer.server', /not taken\. Something went wrong on our side\./],
])('words %s for somebody who made no call', async (failure, words) => {
  await open(releaseWith({ failure }))
  await expect.element(main.getByText(words)).toBeVisible()
  await expect.element(main.getByText(/since you opened it|Not authorized/)).not.toBeInTheDocument()
})

describe('a step ahead', () => {
  const sentence = main.getByText(/^Will be offered to all owners/)
  const cancel = main.getByRole('button', { name: 'Cancel' })

  it('can be cancelled', async () => {
    const { seen } = await open(releaseWith({}))
    await cancel.click()
    await expect.element(page.getByText(`Cancelled: nothing happens on ${moments.en}`)).toBeVisible()
    await expect.element(sentence).not.toBeInTheDocument()
    expect(seen.find(({ name }) => name === 'release.unschedule')).toMatchObject({ parts: { params: { id: 9 } } })
  })

  it('stays where cancelling fails, and says so', async () => {
    const { calls } = releaseWith({})
    await openApp('/firmware/show/14', { as: 'admin', calls: { ...calls, release: { ...calls.release, unschedule } } })
    await cancel.click()
    await expect.element(page.getByText(/Your changes are not saved/)).toBeVisible()
    await expect.element(sentence).toBeVisible()
  })

  it('shows on an open page what became of it', async () => {
    const at = new Date(Date.now() + 1_000)
    const { calls } = releaseWith({ at: at.toISOString() })
    const get = (): ShownRelease =>
      Date.now() < at.getTime() ? calls.release.get() : { ...calls.release.get(), state: 'released', scheduled: null }
    await openApp('/firmware/show/14', { as: 'admin', calls: { ...calls, release: { ...calls.release, get } } })
    await expect.element(sentence).toBeVisible()
    await expect.element(sentence).not.toBeInTheDocument()
    await expect.element(main.getByText('Released', { exact: true }).first()).toBeVisible()
  })
})

describe('a step that was not taken', () => {
  const failed = { failure: 'release.approval.error' } as const

  it('is set again in its own question, which asks for the time', async () => {
    const { seen } = await open(releaseWith(failed))
    await main.getByRole('button', { name: 'Set again' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Offer 5.2 to everyone?' })
    await expect.element(dialog.getByLabelText('Day and time')).toBeVisible()
    await dialog.getByRole('button', { name: /^Offer to 412 customers on/ }).click()
    await expect.element(main.getByText('Not offered to all owners')).not.toBeInTheDocument()
    await expect.element(main.getByText(/^Will be offered to all owners/)).toBeVisible()
    expect(seen.find(({ name }) => name === 'release.schedule')).toMatchObject({ parts: { body: { step: 'released', from: 'beta' } } })
  })

  it('can be dismissed', async () => {
    const { seen } = await open(releaseWith(failed))
    await main.getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(main.getByText('Not offered to all owners')).not.toBeInTheDocument()
    expect(seen.map(({ name }) => name)).toContain('release.unschedule')
  })

  it('is not set again where its state no longer allows it', async () => {
    await open(releaseWith(failed, 'released'))
    await expect.element(main.getByRole('button', { name: 'Dismiss' })).toBeVisible()
    await expect.element(main.getByRole('button', { name: 'Set again' })).not.toBeInTheDocument()
  })
})
