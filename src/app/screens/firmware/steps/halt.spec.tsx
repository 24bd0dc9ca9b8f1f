/** A halt is urgent: it waits for no numbers. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { held } from '../../../../../tests/component/fakeApi.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import type { StepPreview } from '../../../../contract/release.ts'
import { AppError } from '../../../../errors.ts'

const dialog = page.getByRole('alertdialog')
const halt = dialog.getByRole('button', { name: 'Halt 5.2' })

function getStep(): never {
  throw new AppError('service.unavailable.error')
}

it('can be taken while the server still counts whom it concerns', async () => {
  const { calls } = createRelease()
  const slow = held<StepPreview>()
  const release = { ...calls.release, getStep: slow.answer }
  const { seen } = await openApp('/firmware/show/14?step=halt', { as: 'admin', calls: { ...calls, release } })
  await expect.element(dialog).toHaveAccessibleDescription(/^No update with it can begin any more/)
  await halt.click()
  await expect.element(page.getByText('5.2 is halted')).toBeVisible()
  expect(seen.filter(({ name }) => name === 'release.takeStep')).toMatchObject([{ parts: { body: { step: 'halt', from: 'released' } } }])
  slow.release({ audience: { customers: 9, detectors: 9, withoutFirmware: 0 }, obstacles: [] })
})

it('can be taken where they cannot be counted', async () => {
  const { calls } = createRelease()
  await openApp('/firmware/show/14?step=halt', { as: 'admin', calls: { ...calls, release: { ...calls.release, getStep } } })
  await halt.click()
  await expect.element(page.getByText('5.2 is halted')).toBeVisible()
})
