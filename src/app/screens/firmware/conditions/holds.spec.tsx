/** Whom a release is held back from, how it is held back, and how a hold is lifted. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { describeInEachLanguage } from '../../../../../tests/component/languages.ts'
import { releaseImage, shownHold } from '../../../../../tests/component/records.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { noRequirements } from '../../../../contract/requirements.ts'
import { AppError } from '../../../../errors.ts'

const hardware = [
  { version: 3, detectors: 430 },
  { version: 5, detectors: 20 },
]

const words = {
  en: {
    some: 'Not yet on hardware 3 and 5',
    all: 'Not yet on any detector',
    since: 'Since 12/03/2026',
    lift: 'Lift…',
    hold: 'Hold back…',
    dialog: 'Hold back 5.2',
  },
  fr: {
    some: 'Pas encore disponible pour les matériels 3 et 5',
    all: 'Pas encore disponible, quel que soit le détecteur',
    since: 'Depuis le 12/03/2026',
    lift: 'Lever…',
    hold: 'Bloquer…',
    dialog: 'Bloquer 5.2',
  },
}

const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
const session = { beginProof: () => ({ kinds: ['password' as const], passkey: null }), prove: () => ({}) }
const english = 'The restart fails; we are working on it.'

describeInEachLanguage('a hold (%s)', (locale) => {
  const texts = words[locale]

  it.each([
    ['some hardware', [3, 5], texts.some],
    ['all detectors', [], texts.all],
  ])('on %s says so, why in both languages, and since when', async (_, hardwareVersions, title) => {
    const { calls } = createRelease({ holds: [shownHold({ hardwareVersions })] })
    await openApp('/firmware/show/14', { as: 'backoffice', locale, calls })
    await expect.element(page.getByText(title)).toBeVisible()
    await expect.element(page.getByText(english)).toHaveAttribute('lang', 'en')
    await expect.element(page.getByText('Le redémarrage échoue\u00A0; nous y travaillons.')).toHaveAttribute('lang', 'fr')
    await expect.element(page.getByText(texts.since)).toBeVisible()
    await expect.element(page.getByRole('button', { name: texts.lift })).toHaveAccessibleDescription(title)
    await expectNoAxeFindings('a hold')
  })

  it('is put on all detectors unless some are chosen, with a reason in both languages', async () => {
    const { calls } = createRelease({ hardware })
    await openApp('/firmware/show/14', { as: 'backoffice', locale, calls })
    await page.getByRole('button', { name: texts.hold }).click()
    const dialog = page.getByRole('dialog', { name: texts.dialog })
    await expect.element(dialog).toBeVisible()
    await expectNoAxeFindings('holding back')
    const help = locale === 'en' ? /^If you choose none, it is held back from all/ : /^Sans choix de votre part, elle est bloquée pour tous/
    await expect.element(dialog.getByRole('group')).toHaveAccessibleDescription(help)
  })
})

describe('holding back', () => {
  const dialog = page.getByRole('dialog', { name: words.en.dialog })
  const field = (label: string) => dialog.getByLabelText(label, { exact: true })

  async function openForm(others: Parameters<typeof createRelease>[0] = {}, refusal?: () => never) {
    const { calls } = createRelease({ hardware, ...others })
    const release = { ...calls.release, ...(refusal && { hold: refusal }) }
    const app = await openApp('/firmware/show/14', { as: 'admin', isProofOld: true, calls: { ...calls, release, session } })
    await page.getByRole('button', { name: words.en.hold }).click()
    await expect.element(dialog).toBeVisible()
    return { ...app, sent: () => app.seen.findLast(({ name }) => name === 'release.hold')?.parts }
  }

  async function giveReasons() {
    await field('Reason in English').fill('It restarts')
    await field('Reason in French').fill('Il redémarre')
  }

  it('from all detectors waits for no proof, and is on the card at once', async () => {
    const { sent } = await openForm()
    await giveReasons()
    await dialog.getByRole('button', { name: 'Hold back from all detectors' }).click()
    await expect.element(page.getByText('5.2 is held back')).toBeVisible()
    await expect.element(proof).not.toBeInTheDocument()
    const body = { hardwareVersions: [], reasonEn: 'It restarts', reasonFr: 'Il redémarre' }
    expect(sent()).toMatchObject({ params: { id: 9 }, body })
    await expect.element(page.getByText(words.en.all)).toBeVisible()
  })

  it('from some hardware names it on the button, with how many detectors it has above', async () => {
    const { sent } = await openForm()
    await dialog.getByRole('checkbox', { name: 'Hardware 5 20 detectors' }).click()
    await expect.element(dialog.getByRole('button', { name: 'Hold back from hardware 5' })).toBeVisible()
    await dialog.getByRole('checkbox', { name: 'Hardware 3 430 detectors' }).click()
    await giveReasons()
    await dialog.getByRole('button', { name: 'Hold back from hardware 3 and 5' }).click()
    await expect.element(page.getByText(words.en.some)).toBeVisible()
    expect(sent()).toMatchObject({ body: { hardwareVersions: [3, 5] } })
  })

  it('is done by the keyboard alone', async () => {
    const { sent } = await openForm()
    await expect.element(dialog.getByRole('checkbox').first()).toHaveFocus()
    await userEvent.keyboard(' ')
    await userEvent.keyboard('{Tab}{Tab}It restarts{Tab}Il redémarre{Enter}')
    await expect.element(page.getByText('Not yet on hardware 3')).toBeVisible()
    expect(sent()).toMatchObject({ body: { hardwareVersions: [3], reasonEn: 'It restarts', reasonFr: 'Il redémarre' } })
  })

  it.each([
    ['Reason in English', 'Reason in French'],
    ['Reason in French', 'Reason in English'],
  ])('wants a %s', async (missing, given) => {
    const { sent } = await openForm()
    await field(given).fill('It restarts')
    await dialog.getByRole('button', { name: /^Hold back from/ }).click()
    await expect.element(field(missing)).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field(missing)).toHaveFocus()
    expect(sent()).toBeUndefined()
  })

  it('says that the release was withdrawn meanwhile, and keeps what was typed', async () => {
    await openForm({}, () => {
      throw new AppError('release.step.error')
    })
    await giveReasons()
    await dialog.getByRole('button', { name: /^Hold back from/ }).click()
    await expect.element(dialog.getByRole('alert')).toBeVisible()
    await expect.element(field('Reason in English')).toHaveValue('It restarts')
  })
})

it.each([
  ['withdrawn', { state: 'withdrawn' as const }],
  ['deleted', { state: 'halted' as const, images: [releaseImage({ isDeleted: true })] }],
])('a release that is %s is neither held back nor offered again by lifting', async (_, others) => {
  await openApp('/firmware/show/14', { as: 'admin', calls: createRelease({ ...others, holds: [shownHold()] }).calls })
  await expect.element(page.getByText('Not yet on hardware 3')).toBeVisible()
  await expect.element(page.getByRole('button', { name: words.en.lift })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: words.en.hold })).not.toBeInTheDocument()
})

describe('lifting a hold', () => {
  const question = page.getByRole('alertdialog', { name: 'Lift this hold on 5.2?' })
  const confirm = question.getByRole('button', { name: 'Lift the hold' })

  async function ask(others: Parameters<typeof createRelease>[0] = {}, lift?: () => never) {
    const { calls } = createRelease({ hardware, holds: [shownHold()], ...others })
    const release = { ...calls.release, ...(lift && { lift }) }
    const app = await openApp('/firmware/show/14', { as: 'admin', isProofOld: true, calls: { ...calls, release, session } })
    await page.getByRole('button', { name: words.en.lift }).first().click()
    await expect.element(question).toBeVisible()
    return { ...app, sent: () => app.seen.findLast(({ name }) => name === 'release.lift')?.parts }
  }

  it('asks once, wants fresh proof, and takes it off the card', async () => {
    const { sent } = await ask()
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await confirm.click()
    await expect.element(proof).toBeVisible()
    expect(sent()).toBeUndefined()
    await proof.getByLabelText('Password', { exact: true }).fill('correct horse battery')
    await proof.getByRole('button', { name: 'Continue' }).click()
    await expect.element(page.getByText('The hold on 5.2 is lifted')).toBeVisible()
    expect(sent()).toMatchObject({ params: { id: 9 }, body: { holdId: 1 } })
    await expect.element(page.getByText('Not yet on hardware 3')).not.toBeInTheDocument()
  })

  it('does nothing if it is cancelled', async () => {
    const { sent } = await ask()
    await userEvent.keyboard('{Escape}')
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(page.getByText('Not yet on hardware 3')).toBeVisible()
    expect(sent()).toBeUndefined()
  })

  it('says that somebody else was quicker', async () => {
    await ask({}, () => {
      throw new AppError('resource.not.found')
    })
    await confirm.click()
    await proof.getByLabelText('Password', { exact: true }).fill('correct horse battery')
    await proof.getByRole('button', { name: 'Continue' }).click()
    await expect.element(page.getByText(/not found|no longer exists|does not exist/i)).toBeVisible()
  })

  it.each<[string, Parameters<typeof createRelease>[0], string]>([
    ['of hardware', {}, 'It is offered again for hardware 3: 430 known detectors.'],
    ['of all', { holds: [shownHold({ hardwareVersions: [] })] }, 'It is offered again for all detectors: 450 known detectors.'],
    [
      'of all that it is for',
      { holds: [shownHold({ hardwareVersions: [] })], requirements: { ...noRequirements, hardwareVersions: [5] } },
      'It is offered again for hardware 5: 20 known detectors.',
    ],
    [
      'beside another one',
      { holds: [shownHold({ hardwareVersions: [3, 5] }), shownHold({ id: 2, hardwareVersions: [5] })] },
      'It is offered again for hardware 3: 430 known detectors.',
    ],
    [
      'within another one',
      { holds: [shownHold(), shownHold({ id: 2, hardwareVersions: [] })] },
      'Nobody is offered it again yet: another hold or its requirements keep it from these detectors.',
    ],
    ['of a draft', { state: 'draft' }, 'Administrators and the back office can try it again on hardware 3.'],
    ['of a beta', { state: 'beta', reach: 'beta' }, 'Its beta testers are offered it again for hardware 3.'],
    [
      'of what is halted',
      { state: 'halted' },
      'Nobody is offered it while it is halted. Once it is offered again, that includes hardware 3.',
    ],
  ])('says first whom it is offered to then: %s', async (_, others, sentence) => {
    await ask(others)
    await expect.element(question).toHaveAccessibleDescription(sentence)
  })
})
