/** The question before each step of a release: who is offered it then, what speaks against it, and what is sent. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { held } from '../../../../../tests/component/fakeApi.ts'
import { describeInEachLanguage } from '../../../../../tests/component/languages.ts'
import { createRelease, obstacle } from '../../../../../tests/component/releases.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import type { Obstacle, StepPreview } from '../../../../contract/release.ts'
import type { ReleaseState, ReleaseStep } from '../../../../contract/releaseStates.ts'
import type { Locale } from '../../../../contract/rules.ts'
import { AppError } from '../../../../errors.ts'

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
    const { calls } = createRelease({ state, reach, next })
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

type ObstacleCase = readonly [obstacle: Obstacle, en: RegExp, fr: RegExp]
const confirmable: readonly ObstacleCase[] = [
  [
    obstacle('languageMissing', { name: 'fr', customers: 120 }),
    /^120 customers use the portal in French, and this release has no firmware in that language\.$/,
    /^120 clients utilisent le portail dans une langue pour laquelle cette version n’a pas de firmware\s: français\.$/,
  ],
  [
    obstacle('languageMissing', { name: 'Français', customers: 1 }),
    /^1 customer uses the portal in Français,/,
    /^1 client utilise le portail dans une langue .*: Français\.$/,
  ],
  [
    obstacle('languageSpelling', { name: 'english' }),
    /^Another release of these products spells its language “english”\.$/,
    /^Une autre version de ces produits écrit sa langue «\senglish\s»\.$/,
  ],
  [
    obstacle('noSafeRelease', { name: 'WS6 Master' }),
    /^Detectors of type WS6 Master without a firmware then have no safe firmware/,
    /^Les détecteurs WS6 Master restés sans firmware n’ont alors plus aucun firmware sûr/,
  ],
  [
    obstacle('versionTaken', { name: 'English' }),
    /^Another firmware of this version is offered, or was: use another version \(English\)\.$/,
    /^Un autre firmware de cette version est ou a été proposé\s: utilisez une autre version \(English\)\.$/,
  ],
]
const refused: readonly ObstacleCase[] = [
  [
    obstacle('noGroup', { isRefused: true }),
    /^It has no beta group, so nobody would be offered it\.$/,
    /^Elle n’a aucun groupe bêta\s: elle ne serait proposée à personne\.$/,
  ],
  [
    obstacle('noProduct', { isRefused: true }),
    /^It has no product, so nobody would be offered it\.$/,
    /^Elle n’a aucun produit\s: elle ne serait proposée à personne\.$/,
  ],
  [
    obstacle('approval', { isRefused: true }),
    /^Another administrator has to approve it first\.$/,
    /^Un autre administrateur doit d’abord l’approuver\.$/,
  ],
  [
    obstacle('languageSpelling', { isRefused: true, name: 'english' }),
    /^Another release of these products spells its language “english”\.$/,
    /^Une autre version de ces produits écrit sa langue «\senglish\s»\.$/,
  ],
]

const open = (obstacles: readonly Obstacle[], locale: Locale = 'en') =>
  openApp('/firmware/show/14?step=released', { as: 'admin', locale, calls: createRelease({ state: 'draft', next, obstacles }).calls })

describeInEachLanguage('what speaks against a step (%s)', (locale) => {
  const action = cases['offering it to everyone']?.action[locale] ?? ''
  const textOf = ([, en, fr]: ObstacleCase) => (locale === 'en' ? en : fr)

  it.each(confirmable)('is confirmed as a fact: $kind', async (...one) => {
    const { seen } = await open([one[0]], locale)
    const box = dialog.getByRole('checkbox', { name: textOf(one) })
    await expect.element(box).not.toBeChecked()
    await expect.element(button(action)).toBeDisabled()
    await expect
      .element(button(action))
      .toHaveAccessibleDescription(locale === 'en' ? 'Confirm each point first.' : 'Confirmez d’abord chaque point.')
    await box.click()
    await expect.element(button(action)).toBeEnabled()
    await button(action).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(seen.find(({ name }) => name === 'release.takeStep')).toMatchObject({ parts: { body: { confirmed: [one[0].kind] } } })
  })

  it.each(refused)('blocks the step until it is settled: $kind', async (...one) => {
    await open([one[0]], locale)
    await expect.element(dialog.getByText(textOf(one))).toBeVisible()
    await expect.element(button(action)).toBeDisabled()
    await expect.element(button(action)).toHaveAccessibleDescription(locale === 'en' ? 'Settle this first.' : 'Réglez d’abord ce point.')
    await expectNoAxeFindings(one[0].kind, { at: [390, 1280] })
  })

  it('asks for the version where a file looks unlike the others', async () => {
    const { seen } = await open([obstacle('unusualFile')], locale)
    const field = dialog.getByLabelText(locale === 'en' ? 'Type 5.2 to confirm' : 'Saisissez 5.2 pour confirmer')
    await expect
      .element(field)
      .toHaveAccessibleDescription(
        locale === 'en'
          ? 'Its file looks unlike the other files of these products.'
          : 'Son fichier ne ressemble pas aux autres fichiers de ces produits.',
      )
    await field.fill('5.3')
    await expect.element(button(action)).toBeDisabled()
    await expect.element(button(action)).toHaveAccessibleDescription(locale === 'en' ? 'Type 5.2 first.' : 'Saisissez d’abord 5.2.')
    await expectNoAxeFindings('unusual file', { at: [390, 1280] })
    await field.fill('5.2')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
    const sent = seen.filter(({ name }) => name === 'release.takeStep')
    expect(sent).toMatchObject([{ parts: { body: { confirmed: ['unusualFile'], typedVersion: '5.2' } } }])
  })
})

it('wants every point confirmed, and sends each kind once', async () => {
  const both = [obstacle('languageMissing', { name: 'fr', customers: 120 }), obstacle('languageMissing', { name: 'de', customers: 7 })]
  const { seen } = await open(both)
  await dialog.getByRole('checkbox', { name: 'French' }).click()
  await expect.element(button('Offer to 9 customers')).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'German' }).click()
  await dialog.getByRole('checkbox', { name: 'French' }).click()
  await expect.element(button('Offer to 9 customers')).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'French' }).click()
  await button('Offer to 9 customers').click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(seen.find(({ name }) => name === 'release.takeStep')).toMatchObject({ parts: { body: { confirmed: ['languageMissing'] } } })
})

it('says that nobody would be offered it, without a number on the button', async () => {
  const { calls } = createRelease({ state: 'draft', next: { customers: 0, detectors: 0, withoutFirmware: 0 } })
  await openApp('/firmware/show/14?step=released', { as: 'admin', calls })
  await expect.element(dialog).toHaveAccessibleDescription('No customer has a detector of its products yet.')
  await expect.element(button('Offer to everyone')).toBeEnabled()
})

describe('with the keyboard', () => {
  it('opens and leaves the question, and gets the focus back', async () => {
    await openApp('/firmware/show/14', { as: 'admin', calls: createRelease().calls })
    const halt = page.getByRole('button', { name: 'Halt…' })
    await expect.element(halt).toBeVisible()
    halt.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(button('Cancel')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(halt).toHaveFocus()
  })

  it('keeps the focus on Cancel while the facts are loading, and does nothing before they are there', async () => {
    const slow = held<StepPreview>()
    const { calls } = createRelease()
    const { seen } = await openApp('/firmware/show/14', {
      as: 'admin',
      calls: { ...calls, release: { ...calls.release, getStep: slow.answer } },
    })
    await page.getByRole('button', { name: 'Withdraw…' }).click()
    await expect.element(button('Cancel')).toHaveFocus()
    await expect.element(button('Withdraw 5.2')).not.toBeInTheDocument()
    slow.release({ audience: next, obstacles: [] })
    await expect.element(button('Withdraw 5.2')).toBeVisible()
    await expect.element(button('Cancel')).toHaveFocus()
    await userEvent.keyboard('{Tab}{Enter}')
    await expect.element(page.getByText('5.2 is withdrawn')).toBeVisible()
    expect(seen.filter(({ name }) => name === 'release.takeStep')).toHaveLength(1)
  })
})

describe('a failure', () => {
  it('to load the facts can be tried again', async () => {
    let isBroken = true
    const { calls } = createRelease()
    const getStep = () => {
      if (isBroken) throw new AppError('service.unavailable.error', { requestId: 'abc-123' })
      return calls.release.getStep()
    }
    await openApp('/firmware/show/14', { as: 'admin', calls: { ...calls, release: { ...calls.release, getStep } } })
    await page.getByRole('button', { name: 'Withdraw…' }).click()
    await expect.element(dialog.getByText('abc-123')).toBeVisible()
    await expect.element(button('Withdraw 5.2')).not.toBeInTheDocument()
    isBroken = false
    await button('Try again').click()
    await expect.element(button('Withdraw 5.2')).toBeVisible()
  })

  it('to reach the server says that nothing was saved, and can be tried again', async () => {
    let isAway = true
    const { calls } = createRelease()
    const takeStep: typeof calls.release.takeStep = (parts) => {
      if (isAway) throw new AppError('network.offline.error')
      return calls.release.takeStep(parts)
    }
    await openApp('/firmware/show/14?step=halt', { as: 'admin', calls: { ...calls, release: { ...calls.release, takeStep } } })
    await button('Halt 5.2').click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(/Your changes are not saved/)
    isAway = false
    await button('Halt 5.2').click()
    await expect.element(page.getByText('5.2 is halted')).toBeVisible()
  })

  it('because somebody else was quicker says so, and shows what is so now', async () => {
    let theirs: ReleaseState = 'beta'
    const beta = createRelease({ state: 'beta', reach: 'beta', next })
    const staged = createRelease({ state: 'staged', reach: 'staged', next: { ...next, customers: 99 } })
    const now = () => (theirs === 'beta' ? beta : staged).calls.release
    const sent: ReleaseState[] = []
    const calls = {
      ...beta.calls,
      release: {
        get: () => now().get(),
        getStep: () => now().getStep(),
        takeStep({ params, body }: Parameters<typeof beta.calls.release.takeStep>[0]) {
          sent.push(body.from)
          if (theirs === 'staged') return params
          theirs = 'staged'
          throw new AppError('changed.meanwhile.error')
        },
      },
    }
    await openApp('/firmware/show/14?step=released', { as: 'admin', calls })
    await button('Offer to 9 customers').click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Someone else has changed this since you opened it.')
    await button('Offer to 99 customers').click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(sent).toEqual(['beta', 'staged'])
  })
})

describe('a step that its state no longer allows', () => {
  it('cannot be taken, and says so', async () => {
    await openApp('/firmware/show/14?step=resume', { as: 'admin', calls: createRelease({ next }).calls })
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('The state of this release no longer allows this step.')
    await expect.element(dialog.getByRole('button')).toHaveLength(1)
    await button('Cancel').click()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('because somebody else was quicker stays explained', async () => {
    const { calls } = createRelease({ state: 'beta', reach: 'beta', next })
    const takeStep: typeof calls.release.takeStep = (parts) => {
      calls.release.takeStep({ ...parts, body: { ...parts.body, step: 'withdraw' } })
      throw new AppError('changed.meanwhile.error')
    }
    await openApp('/firmware/show/14', { as: 'admin', calls: { ...calls, release: { ...calls.release, takeStep } } })
    await page.getByRole('button', { name: 'Offer to everyone…' }).click()
    await button('Offer to 9 customers').click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Someone else has changed this since you opened it.')
    await expect.element(button('Offer to 9 customers')).not.toBeInTheDocument()
    await button('Cancel').click()
    await expect.element(page.getByText('Withdrawn', { exact: true })).toBeVisible()
  })
})

describe('fresh proof', () => {
  const session = { beginProof: () => ({ kinds: ['password' as const], passkey: null }), prove: () => ({}) }
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })

  it('is asked before a release is offered to more people', async () => {
    const { calls } = createRelease({ state: 'draft', next })
    const { seen } = await openApp('/firmware/show/14?step=released', { as: 'admin', isProofOld: true, calls: { ...calls, session } })
    await button('Offer to 9 customers').click()
    await expect.element(proof).toBeVisible()
    expect(seen.map(({ name }) => name)).not.toContain('release.takeStep')
    await proof.getByLabelText('Password', { exact: true }).fill('correct horse battery')
    await proof.getByRole('button', { name: 'Continue' }).click()
    await expect.element(page.getByText('5.2 is now offered to everyone')).toBeVisible()
  })

  it('is not waited for by a halt', async () => {
    const { calls } = createRelease()
    await openApp('/firmware/show/14?step=halt', { as: 'admin', isProofOld: true, calls: { ...calls, session } })
    await button('Halt 5.2').click()
    await expect.element(page.getByText('5.2 is halted')).toBeVisible()
    await expect.element(proof).not.toBeInTheDocument()
  })
})
