/** A halt is urgent: it waits for no numbers and no proof, and is not set for later. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { held } from '../../../../../tests/component/fakeApi.ts'
import { openRelease, proofDialog } from '../../../../../tests/component/openRelease.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import type { StepPreview } from '../../../../contract/release.ts'
import { AppError } from '../../../../errors.ts'

const dialog = page.getByRole('alertdialog')
const halt = dialog.getByRole('button', { name: 'Halt 5.2' })

function getStep(): never {
  throw new AppError('service.unavailable.error')
}

it('can be taken while the server still counts whom it concerns', async () => {
  const slow = held<StepPreview>()
  const { sent } = await openRelease(createRelease(), { step: 'halt', answers: { getStep: slow.answer } })
  await expect.element(dialog).toHaveAccessibleDescription(/^No update with it can begin any more/)
  await halt.click()
  await expect.element(page.getByText('5.2 is halted')).toBeVisible()
  expect(sent('takeStep')).toMatchObject([{ body: { step: 'halt', from: 'released' } }])
  slow.release({ audience: { customers: 9, detectors: 9, withoutFirmware: 0 }, obstacles: [] })
})

it('can be taken where they cannot be counted', async () => {
  await openRelease(createRelease(), { step: 'halt', answers: { getStep } })
  await halt.click()
  await expect.element(page.getByText('5.2 is halted')).toBeVisible()
})

it('is not set for later, and asks for no proof', async () => {
  await openRelease(createRelease(), { step: 'halt', isProofOld: true })
  await expect.element(halt).toBeEnabled()
  await expect.element(dialog.getByRole('button', { name: 'Later…' })).not.toBeInTheDocument()
  await halt.click()
  await expect.element(page.getByText('5.2 is halted')).toBeVisible()
  await expect.element(proofDialog).not.toBeInTheDocument()
})
