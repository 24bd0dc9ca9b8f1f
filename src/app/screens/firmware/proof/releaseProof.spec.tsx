// @module-tag rest
/** Who of staff installed a release on real detectors, on its firmware's page: what counts, what is missing, and an exception. All its words: ReleaseProof.test.tsx. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import type { ReleaseProof, ShownRelease } from '../../../../contract/shownRelease.ts'

const flash: ReleaseProof['flashed'][number] = {
  by: { id: 3, tostring: 'Luc Admin' },
  date: '2026-03-04T10:00:00.000Z',
  serialNumberFormatted: '0A 1B 2C 3D 4E',
  hardwareVersion: 3,
  language: 'English',
  isSimulated: false,
}
const lacking = (hardwareVersion: number | null, language = 'English') => ({ language, hardwareVersion })

function open(proof: Partial<ReleaseProof>, { state = 'draft' }: { state?: ShownRelease['state'] } = {}) {
  const { calls } = createRelease({ state, proof: { mode: 'warn', flashed: [], missing: [], exception: null, ...proof } })
  return openApp('/firmware/show/14', { as: 'backoffice', calls })
}

const w = {
  title: 'Tested on real detectors',
  flash: /^Luc Admin on 04\/03\/20260A 1B 2C 3D 4E · Hardware 3 · English$/,
  simulated: /Hardware 4 · English · simulated: no proof$/,
  missing: /^Not yet on hardware 4: English and Français$/,
  hint: 'Install it on your own update page: drafts are offered there to staff.',
  link: 'your own update page',
  required: /can only be offered if an administrator gives a reason\.$/,
  exception: /^Exception by Luc Admin on 04\/03\/2026: “No such detector here”$/,
} as const

describe('what was tested on real detectors', () => {
  const section = page.getByRole('region', { name: w.title })
  const line = section.getByRole('listitem')

  it('says of a draft who installed it where, what is simulated and what is missing, and how to do it', async () => {
    const simulated = { ...flash, hardwareVersion: 4, serialNumberFormatted: '0A 1B 2C 3D 77', isSimulated: true }
    await open({ flashed: [flash, simulated], missing: [lacking(4), lacking(4, 'Français')] })
    await expect.element(line).toHaveLength(3)
    await expect.element(line.nth(0)).toMatchTextContent(w.flash)
    await expect.element(line.nth(1)).toMatchTextContent(w.simulated)
    await expect.element(line.nth(2)).toMatchTextContent(w.missing)
    await expect.element(section.getByText(w.hint)).toBeVisible()
    await expect.element(section.getByRole('link', { name: w.link })).toHaveAttribute('href', '/productUpdate/index')
    await expectNoAxeFindings('proof', { at: [390, 1280] })
  })

  it('folds it once it is offered, with the exception', async () => {
    const exception = { by: flash.by, date: flash.date, reason: 'No such detector here' }
    await open({ exception }, { state: 'released' })
    const inMain = page.getByRole('main')
    await expect.element(inMain.getByText(w.title)).toBeVisible()
    await expect.element(inMain.getByText(w.exception)).not.toBeVisible()
    await inMain.getByText(w.title).click()
    await expect.element(inMain.getByText(w.exception)).toBeVisible()
    await expectNoAxeFindings('proof of an offered release', { at: [390, 1280] })
  })
})

it('says that it is required', async () => {
  await open({ mode: 'required', missing: [lacking(null)] })
  await expect.element(page.getByRole('region', { name: w.title }).getByText(w.required)).toBeVisible()
})

it('has no more to do once all is tested, and folds what is older', async () => {
  const flashed = Array.from({ length: 7 }, (_, index) => ({ ...flash, by: { id: index + 1, tostring: `Tester ${index}` } }))
  await open({ flashed })
  const section = page.getByRole('region', { name: 'Tested on real detectors' })
  await expect.element(section.getByText('Tester 4')).toBeVisible()
  await expect.element(section.getByText('Tester 5')).not.toBeVisible()
  await expect.element(section.getByRole('link')).not.toBeInTheDocument()
  await section.getByText('Earlier tests (2)').click()
  await expect.element(section.getByText('Tester 5')).toBeVisible()
})
