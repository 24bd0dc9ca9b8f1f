// @module-tag rest
/** Whom a release is held back from, how it is held back, and how a hold is lifted. Whom it is offered to then: useLiftText.test.ts. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { openRelease, proofDialog, prove } from '../../../../../tests/component/openRelease.ts'
import { releaseImage, shownHold } from '../../../../../tests/component/records.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { AppError } from '../../../../errors.ts'

const hardware = [
  { version: 3, detectors: 430 },
  { version: 5, detectors: 20 },
]

const texts = {
  some: 'Not yet on hardware 3 and 5',
  all: 'Not yet on any detector',
  lift: 'Lift…',
  hold: 'Hold back…',
}

const dialog = page.getByRole('dialog', { name: 'Hold back 5.2' })

it('a hold says whom it is for, why in both languages, and since when', async () => {
  const holds = [shownHold({ hardwareVersions: [3, 5] }), shownHold({ id: 2, hardwareVersions: [] })]
  await openRelease(createRelease({ holds, hardware }), { as: 'backoffice' })
  for (const [place, title] of [texts.some, texts.all].entries()) {
    await expect.element(page.getByText(title)).toBeVisible()
    await expect.element(page.getByText('The restart fails; we are working on it.').nth(place)).toHaveAttribute('lang', 'en')
    await expect.element(page.getByText('Le redémarrage échoue\u00A0; nous y travaillons.').nth(place)).toHaveAttribute('lang', 'fr')
    await expect.element(page.getByText('Since 12/03/2026').nth(place)).toBeVisible()
    await expect.element(page.getByRole('button', { name: texts.lift }).nth(place)).toHaveAccessibleDescription(title)
  }
  await expectNoAxeFindings('holds')
  await page.getByRole('button', { name: texts.hold }).click()
  await expect.element(dialog).toBeVisible()
  await expectNoAxeFindings('holding back')
  await expect.element(dialog.getByRole('group')).toHaveAccessibleDescription(/^If you choose none, it is held back from all/)
})

const field = (label: string) => dialog.getByLabelText(label, { exact: true })

async function openForm(hold?: () => never) {
  const { sent } = await openRelease(createRelease({ hardware }), { isProofOld: true, answers: { ...(hold && { hold }) } })
  await page.getByRole('button', { name: texts.hold }).click()
  await expect.element(dialog).toBeVisible()
  return { sent: () => sent('hold').at(-1) }
}

async function giveReasons() {
  await field('Reason in English').fill('It restarts')
  await field('Reason in French').fill('Il redémarre')
}

describe('holding back', () => {
  it('from all detectors waits for no proof, and is on the card at once', async () => {
    const { sent } = await openForm()
    await giveReasons()
    await dialog.getByRole('button', { name: 'Hold back from all detectors' }).click()
    await expect.element(page.getByText('5.2 is held back')).toBeVisible()
    await expect.element(proofDialog).not.toBeInTheDocument()
    const body = { hardwareVersions: [], reasonEn: 'It restarts', reasonFr: 'Il redémarre' }
    expect(sent()).toMatchObject({ params: { id: 9 }, body })
    await expect.element(page.getByText(texts.all)).toBeVisible()
  })

  it('from some hardware names it on the button, with how many detectors it has above', async () => {
    const { sent } = await openForm()
    await dialog.getByRole('checkbox', { name: 'Hardware 5 20 detectors' }).click()
    await expect.element(dialog.getByRole('button', { name: 'Hold back from hardware 5' })).toBeVisible()
    await dialog.getByRole('checkbox', { name: 'Hardware 3 430 detectors' }).click()
    await giveReasons()
    await dialog.getByRole('button', { name: 'Hold back from hardware 3 and 5' }).click()
    await expect.element(page.getByText(texts.some)).toBeVisible()
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

  it('wants a reason in both languages, says that the release was withdrawn meanwhile, and keeps what was typed', async () => {
    const { sent } = await openForm(() => {
      throw new AppError('release.step.error')
    })
    for (const [missing, given] of [
      ['Reason in English', 'Reason in French'],
      ['Reason in French', 'Reason in English'],
    ] as const) {
      await field(missing).fill('')
      await field(given).fill('It restarts')
      await dialog.getByRole('button', { name: /^Hold back from/ }).click()
      await expect.element(field(missing)).toHaveAttribute('aria-invalid', 'true')
      await expect.element(field(missing)).toHaveFocus()
    }
    expect(sent()).toBeUndefined()
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
  await openRelease(createRelease({ ...others, holds: [shownHold()] }))
  await expect.element(page.getByText('Not yet on hardware 3')).toBeVisible()
  await expect.element(page.getByRole('button', { name: texts.lift })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: texts.hold })).not.toBeInTheDocument()
})

describe('lifting a hold', () => {
  const question = page.getByRole('alertdialog', { name: 'Lift this hold on 5.2?' })
  const confirm = question.getByRole('button', { name: 'Lift the hold' })

  async function ask(lift?: () => never) {
    const release = createRelease({ hardware, holds: [shownHold()] })
    const { sent } = await openRelease(release, { isProofOld: true, answers: { ...(lift && { lift }) } })
    await page.getByRole('button', { name: texts.lift }).click()
    await expect.element(question).toBeVisible()
    return { sent: () => sent('lift').at(-1) }
  }

  it('asks once, does nothing if that is cancelled, wants fresh proof, and takes it off the card', async () => {
    const { sent } = await ask()
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await expect.element(question).toHaveAccessibleDescription('It is offered again for hardware 3: 430 known detectors.')
    await userEvent.keyboard('{Escape}')
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(page.getByText('Not yet on hardware 3')).toBeVisible()
    await page.getByRole('button', { name: texts.lift }).click()
    await confirm.click()
    await expect.element(proofDialog).toBeVisible()
    expect(sent()).toBeUndefined()
    await prove()
    await expect.element(page.getByText('The hold on 5.2 is lifted')).toBeVisible()
    expect(sent()).toMatchObject({ params: { id: 9 }, body: { holdId: 1 } })
    await expect.element(page.getByText('Not yet on hardware 3')).not.toBeInTheDocument()
  })

  it('says that somebody else was quicker', async () => {
    await ask(() => {
      throw new AppError('resource.not.found')
    })
    await confirm.click()
    await prove()
    await expect.element(page.getByText(/not found|no longer exists|does not exist/i)).toBeVisible()
  })
})
