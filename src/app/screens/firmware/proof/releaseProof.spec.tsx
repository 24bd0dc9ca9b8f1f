// @module-tag rest
/** Who of staff installed a release on real detectors, on its firmware's page: what counts, what is missing, and an exception. All its words: ReleaseProof.test.tsx. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { openRelease } from '../../../../../tests/component/openRelease.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import type { ReleaseProof, ShownRelease } from '../../../../contract/shownRelease.ts'

const flash: ReleaseProof['flashed'][number] = {
  by: { id: 3, tostring: 'Luc Admin' },
  date: '2026-03-04T10:00:00.000Z',
  serialNumberFormatted: '0A 1B 2C 3D 4E',
  hardwareVersion: 3,
  language: 'English',
  isSimulated: false,
}
const lacking = (hardwareVersion: number, language = 'English') => ({ language, hardwareVersion })

function open(proof: Partial<ReleaseProof>, state: ShownRelease['state'] = 'draft') {
  const release = createRelease({ state, proof: { mode: 'warn', flashed: [], missing: [], exception: null, ...proof } })
  return openRelease(release, { as: 'backoffice' })
}

const title = 'Tested on real detectors'
const section = page.getByRole('region', { name: title })

it.each([
  ['warn', 0],
  ['required', 1],
] as const)('says of a draft who installed it where, what is simulated and missing, and how to do it (%s)', async (mode, times) => {
  const simulated = { ...flash, hardwareVersion: 4, serialNumberFormatted: '0A 1B 2C 3D 77', isSimulated: true }
  await open({ mode, flashed: [flash, simulated], missing: [lacking(4), lacking(4, 'Français')] })
  const line = section.getByRole('listitem')
  await expect.element(line).toHaveLength(3)
  await expect.element(line.nth(0)).toMatchTextContent(/^Luc Admin on 04\/03\/20260A 1B 2C 3D 4E · Hardware 3 · English$/)
  await expect.element(line.nth(1)).toMatchTextContent(/Hardware 4 · English · simulated: no proof$/)
  await expect.element(line.nth(2)).toMatchTextContent(/^Not yet on hardware 4: English and Français$/)
  await expect.element(section.getByText('Install it on your own update page: drafts are offered there to staff.')).toBeVisible()
  await expect.element(section.getByText(/can only be offered if an administrator gives a reason\.$/)).toHaveLength(times)
  await expect.element(section.getByRole('link', { name: 'your own update page' })).toHaveAttribute('href', '/productUpdate/index')
  await expectNoAxeFindings('proof', { at: [390, 1280] })
})

it('folds it once it is offered, with the exception', async () => {
  await open({ exception: { by: flash.by, date: flash.date, reason: 'No such detector here' } }, 'released')
  const inMain = page.getByRole('main')
  const exception = inMain.getByText('Exception by Luc Admin on 04/03/2026: “No such detector here”', { exact: true })
  await expect.element(inMain.getByText(title)).toBeVisible()
  await expect.element(exception).not.toBeVisible()
  await inMain.getByText(title).click()
  await expect.element(exception).toBeVisible()
  await expectNoAxeFindings('proof of an offered release', { at: [390, 1280] })
})

it('has no more to do once all is tested, and folds what is older', async () => {
  const flashed = Array.from({ length: 7 }, (_, index) => ({ ...flash, by: { id: index + 1, tostring: `Tester ${index}` } }))
  await open({ flashed })
  await expect.element(section.getByText('Tester 4')).toBeVisible()
  await expect.element(section.getByText('Tester 5')).not.toBeVisible()
  await expect.element(section.getByRole('link')).not.toBeInTheDocument()
  await section.getByText('Earlier tests (2)').click()
  await expect.element(section.getByText('Tester 5')).toBeVisible()
})
