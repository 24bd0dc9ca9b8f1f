/** The question before each step of a release: who is offered it then, what speaks against it, and what is sent. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { describeInEachLanguage } from '../../../../../tests/component/languages.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import type { ReleaseState, ReleaseStep } from '../../../../contract/releaseStates.ts'
import type { Locale } from '../../../../contract/rules.ts'

type Case = {
  readonly state: ReleaseState
  readonly step: ReleaseStep
  readonly reach?: 'beta' | 'released'
  readonly ask: Readonly<Record<Locale, string>>
  readonly title: Readonly<Record<Locale, RegExp>>
  readonly sentence: Readonly<Record<Locale, RegExp>>
  readonly action: Readonly<Record<Locale, string>>
  readonly done: Readonly<Record<Locale, string>>
}

const next = { customers: 9, detectors: 10, withoutFirmware: 2 }
const nobody = { customers: 0, detectors: 0, withoutFirmware: 0 }
const whom = { en: '9 customers with 10 detectors, 2 of them without a firmware', fr: '9 clients avec 10 détecteurs, dont 2 sans firmware' }

const cases: Readonly<Record<string, Case>> = {
  'offering a draft to beta testers': {
    state: 'draft',
    step: 'beta',
    ask: { en: 'Offer to beta testers…', fr: 'Proposer aux bêta-testeurs…' },
    title: { en: /^Offer 5\.2 to beta testers\?$/, fr: /^Proposer 5\.2 aux bêta-testeurs\s\?$/ },
    sentence: {
      en: /^It will be offered to 9 beta testers with 10 detectors, 2 of them without a firmware\.$/,
      fr: /^Cette version sera proposée à 9 bêta-testeurs avec 10 détecteurs, dont 2 sans firmware\.$/,
    },
    action: { en: 'Offer to 9 beta testers', fr: 'Proposer à 9 bêta-testeurs' },
    done: { en: '5.2 is now offered to beta testers', fr: '5.2 est maintenant proposée aux bêta-testeurs' },
  },
  'offering it to beta testers only': {
    state: 'released',
    step: 'beta',
    ask: { en: 'Offer to beta testers…', fr: 'Proposer aux bêta-testeurs…' },
    title: { en: /^Offer 5\.2 to beta testers\?$/, fr: /^Proposer 5\.2 aux bêta-testeurs\s\?$/ },
    sentence: {
      en: /^It will be offered only to 9 beta testers with/,
      fr: /^Cette version ne sera plus proposée qu’à 9 bêta-testeurs avec/,
    },
    action: { en: 'Offer to 9 beta testers', fr: 'Proposer à 9 bêta-testeurs' },
    done: { en: '5.2 is now offered to beta testers', fr: '5.2 est maintenant proposée aux bêta-testeurs' },
  },
  'offering it in steps': {
    state: 'draft',
    step: 'staged',
    ask: { en: 'Offer in steps…', fr: 'Proposer par étapes…' },
    title: { en: /^Offer 5\.2 in steps\?$/, fr: /^Proposer 5\.2 par étapes\s\?$/ },
    sentence: {
      en: RegExp(
        `^It will be offered to ${whom.en} first, about 2% of all detectors\\. It then grows to 10%, 30%, and everyone as updates succeed, at most one step a day\\.$`,
      ),
      fr: RegExp(
        `^Cette version sera d’abord proposée à ${whom.fr}, soit environ 2\\s% des détecteurs\\. Elle s’étendra ensuite par étapes \\(10\\s%, 30\\s% et tous les détecteurs\\) à mesure`,
      ),
    },
    action: { en: 'Offer to 9 customers', fr: 'Proposer à 9 clients' },
    done: { en: '5.2 is now offered in steps', fr: '5.2 est maintenant proposée par étapes' },
  },
  'offering it to everyone': {
    state: 'beta',
    step: 'released',
    reach: 'beta',
    ask: { en: 'Offer to everyone…', fr: 'Proposer à tous…' },
    title: { en: /^Offer 5\.2 to everyone\?$/, fr: /^Proposer 5\.2 à tous\s\?$/ },
    sentence: { en: RegExp(`^It will be offered to ${whom.en}\\.$`), fr: RegExp(`^Cette version sera proposée à ${whom.fr}\\.$`) },
    action: { en: 'Offer to 9 customers', fr: 'Proposer à 9 clients' },
    done: { en: '5.2 is now offered to everyone', fr: '5.2 est maintenant proposée à tous' },
  },
  'halting it': {
    state: 'released',
    step: 'halt',
    ask: { en: 'Halt…', fr: 'Suspendre…' },
    title: { en: /^Halt 5\.2\?$/, fr: /^Suspendre 5\.2\s\?$/ },
    sentence: {
      en: RegExp(`^It will no longer be offered to ${whom.en}\\. Updates that have begun can be finished\\.`),
      fr: RegExp(`^Cette version ne sera plus proposée à ${whom.fr}\\. Les mises à jour commencées peuvent être terminées\\.`),
    },
    action: { en: 'Halt 5.2', fr: 'Suspendre 5.2' },
    done: { en: '5.2 is halted', fr: '5.2 est suspendue' },
  },
  'offering a beta again': {
    state: 'halted',
    step: 'resume',
    reach: 'beta',
    ask: { en: 'Offer again…', fr: 'Proposer à nouveau…' },
    title: { en: /^Offer 5\.2 again\?$/, fr: /^Proposer à nouveau 5\.2\s\?$/ },
    sentence: { en: /^It will be offered to 9 beta testers with/, fr: /^Cette version sera proposée à 9 bêta-testeurs avec/ },
    action: { en: 'Offer to 9 beta testers', fr: 'Proposer à 9 bêta-testeurs' },
    done: { en: '5.2 is offered again', fr: '5.2 est à nouveau proposée' },
  },
  'withdrawing it': {
    state: 'released',
    step: 'withdraw',
    ask: { en: 'Withdraw…', fr: 'Retirer…' },
    title: { en: /^Withdraw 5\.2 for good\?$/, fr: /^Retirer définitivement 5\.2\s\?$/ },
    sentence: {
      en: RegExp(`^It will no longer be offered to ${whom.en}, and interrupted updates cannot be finished with it\\. This is final`),
      fr: RegExp(
        `^Cette version ne sera plus proposée à ${whom.fr}, et les mises à jour interrompues ne pourront pas être terminées avec elle\\. C’est définitif`,
      ),
    },
    action: { en: 'Withdraw 5.2', fr: 'Retirer 5.2' },
    done: { en: '5.2 is withdrawn', fr: '5.2 est retirée' },
  },
  'withdrawing what is halted': {
    state: 'halted',
    step: 'withdraw',
    ask: { en: 'Withdraw…', fr: 'Retirer…' },
    title: { en: /^Withdraw 5\.2 for good\?$/, fr: /^Retirer définitivement 5\.2\s\?$/ },
    sentence: {
      en: /^Interrupted updates can no longer be finished with it\. This is final/,
      fr: /^Les mises à jour interrompues ne pourront plus être terminées avec elle\. C’est définitif/,
    },
    action: { en: 'Withdraw 5.2', fr: 'Retirer 5.2' },
    done: { en: '5.2 is withdrawn', fr: '5.2 est retirée' },
  },
}

const dialog = page.getByRole('alertdialog')
const button = (name: string) => dialog.getByRole('button', { name, exact: true })

describeInEachLanguage('the question (%s)', (locale) => {
  it.each(Object.entries(cases))('before %s says what happens, and sends it once', async (_, one) => {
    const { state, step, reach = 'released', ask, title, sentence, action, done } = one
    const { calls } = createRelease({ state, reach, next, ...(step === 'staged' && { firstShare: 0.02 }) })
    const { seen } = await openApp('/firmware/show/14', { as: 'admin', calls, locale })
    await page.getByRole('button', { name: ask[locale] }).click()
    await expect.element(dialog).toHaveAccessibleName(title[locale])
    await expect.element(dialog).toHaveAccessibleDescription(sentence[locale])
    await expect.element(button(locale === 'en' ? 'Cancel' : 'Annuler')).toHaveFocus()
    await expectNoAxeFindings(step, { at: [390, 1280] })
    await button(action[locale]).click()
    await expect.element(page.getByText(done[locale])).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    const sent = seen.filter(({ name }) => name === 'release.takeStep')
    expect(sent).toMatchObject([{ parts: { params: { id: 9 }, body: { step, from: state, confirmed: [] } } }])
    // The page shows what is so now.
    await expect.element(page.getByRole('button', { name: ask[locale] })).not.toBeInTheDocument()
  })
})

it.each([
  [
    'everyone at once where few update',
    { next, firstShare: 1 },
    `It will be offered to ${whom.en} at once, which is everyone: too few of them update for smaller steps. It is then released as updates succeed, a day later at the earliest.`,
    'Offer to 9 customers',
  ],
  [
    'what is left of the plan after a raised first share',
    { next, firstShare: 0.123 },
    `It will be offered to ${whom.en} first, about 12.3% of all detectors. It then grows to 30% and everyone as updates succeed, at most one step a day.`,
    'Offer to 9 customers',
  ],
  [
    'that its first share has nobody',
    { next: nobody, firstShare: 0.02 },
    'No customer has a detector in its share that it can be installed on for now. It then grows to 10%, 30%, and everyone as updates succeed, at most one step a day.',
    'Offer in steps',
  ],
  [
    'that nobody has its products',
    { next: nobody, firstShare: 1 },
    'No customer has a detector of its products yet. It is then released as updates succeed, a day later at the earliest.',
    'Offer in steps',
  ],
  [
    'no share that the server does not say',
    { next },
    `It will be offered to ${whom.en} first. It then grows as updates succeed, at most one step a day.`,
    'Offer to 9 customers',
  ],
])('says, before a release is offered in steps, %s', async (_, setting, sentence, action) => {
  await openApp('/firmware/show/14?step=staged', { as: 'admin', calls: createRelease({ state: 'draft', ...setting }).calls })
  await expect.element(dialog).toHaveAccessibleDescription(sentence)
  await expect.element(button(action)).toBeEnabled()
})

it('has the first step taken later', async () => {
  const { calls } = createRelease({ state: 'draft', next, firstShare: 0.02 })
  const { seen } = await openApp('/firmware/show/14?step=staged', { as: 'backoffice', calls })
  await button('Later…').click()
  await dialog.getByRole('button', { name: /^Offer to 9 customers on/ }).click()
  await expect.element(page.getByText(/^Will be offered in steps on .*, set by Ada Field$/)).toBeVisible()
  expect(seen.find(({ name }) => name === 'release.schedule')).toMatchObject({ parts: { body: { step: 'staged', from: 'draft' } } })
})

it('says that nobody would be offered it, without a number on the button', async () => {
  const { calls } = createRelease({ state: 'draft', next: nobody })
  await openApp('/firmware/show/14?step=released', { as: 'admin', calls })
  await expect.element(dialog).toHaveAccessibleDescription('No customer has a detector of its products yet.')
  await expect.element(button('Offer to everyone')).toBeEnabled()
})
