// @module-tag rest
/** How staff change a plan by hand: paused, on again, faster, and to other shares. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { openRelease, proofDialog, prove } from '../../../../../tests/component/openRelease.ts'
import { shownPlan } from '../../../../../tests/component/records.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { AppError } from '../../../../errors.ts'

const w = { raise: 'Raise the share…', change: 'Change the plan…' }

const staged = () => createRelease({ state: 'staged', reach: 'staged', plan: shownPlan() })

async function open(others: Parameters<typeof openRelease>[1] = {}) {
  const { sent } = await openRelease(staged(), { as: 'backoffice', ...others })
  return { sent: (call: Parameters<typeof sent>[0]) => sent(call).at(-1) }
}

function refuse(): never {
  throw new AppError('release.step.error')
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

describe('a plan', () => {
  it('is paused at once, and goes on with fresh proof', async () => {
    const { sent } = await open({ isProofOld: true })
    await press('Pause')
    await expect.element(page.getByText('The plan of 5.2 is paused')).toBeVisible()
    await expect.element(page.getByText(/^Paused since .* today$/)).toBeVisible()
    await expect.element(proofDialog).not.toBeInTheDocument()
    await press('Go on')
    await prove()
    await expect.element(page.getByText('The plan of 5.2 goes on')).toBeVisible()
    await expect.element(page.getByText(/^Paused since/)).not.toBeInTheDocument()
    expect([sent('pausePlan'), sent('resumePlan')]).toMatchObject([{ params: { id: 9 } }, { params: { id: 9 } }])
  })

  it('says that it could not be paused', async () => {
    await open({ answers: { pausePlan: refuse } })
    await press('Pause')
    await expect.element(page.getByText('The state of this release no longer allows this step.')).toBeVisible()
  })
})

describe('a share', () => {
  const dialog = page.getByRole('dialog', { name: 'Raise the share of 5.2' })
  const [share, reason] = [dialog.getByLabelText('Share of the detectors, in percent'), dialog.getByLabelText('Reason')]

  it('is raised for a reason, by a button that says how far', async () => {
    const { sent } = await open()
    await press(w.raise)
    await share.fill('30')
    await reason.fill('Support is calm')
    await expectNoAxeFindings('raising the share', { at: [390, 1280] })
    await dialog.getByRole('button', { name: 'Offer to 30% of the detectors', exact: true }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(sent('raiseShare')).toMatchObject({ params: { id: 9 }, body: { share: 0.3, from: 0.1, reason: 'Support is calm' } })
    await expect.element(page.getByText(/^Offered to 30%/)).toBeVisible()
  })

  it('is raised by the keyboard alone, with fresh proof', async () => {
    const { sent } = await open({ isProofOld: true })
    await press(w.raise)
    await expect.element(share).toHaveFocus()
    await expect.element(share).toHaveAccessibleDescription('Now 10%. 100 is everyone.')
    await userEvent.keyboard('12,5{Tab}Support is calm{Enter}')
    await prove()
    await expect.element(page.getByText('5.2 is now offered to 12.5% of the detectors')).toBeVisible()
    expect(sent('raiseShare')).toMatchObject({ body: { share: 0.125, from: 0.1 } })
  })

  it('of everybody leaves the release itself to the plan, and says so', async () => {
    await open()
    await press(w.raise)
    await share.fill('100')
    await expect.element(share).toHaveAccessibleDescription('It is released when its plan says so, or when you offer it to everyone.')
    await reason.fill('Support is calm')
    await dialog.getByRole('button', { name: 'Offer to all detectors' }).click()
    await expect.element(page.getByText('5.2 is now offered to all detectors')).toBeVisible()
    await expect.element(page.getByText(/^Offered to all detectors .* Next: released, /)).toBeVisible()
  })

  it('is not raised to a wrong share, and not without a reason', async () => {
    const { sent } = await open()
    await press(w.raise)
    for (const [percent, why, field, error] of [
      // No larger one.
      ['10', 'Support is calm', share, 'Invalid number'],
      ['101', 'Support is calm', share, 'Invalid number'],
      ['30', ' ', reason, 'This field is required'],
    ] as const) {
      await share.fill(percent)
      await reason.fill(why)
      await dialog.getByRole('button', { name: /^Offer to|^Raise the share$/ }).click()
      await expect.element(field).toHaveFocus()
      await expect.element(field).toHaveAccessibleDescription(new RegExp(error))
    }
    expect(sent('raiseShare')).toBeUndefined()
  })

  it('that has grown meanwhile is shown, and raised from there', async () => {
    let isQuicker = true
    const { get, raiseShare } = staged().calls.release
    const { sent } = await open({
      answers: {
        get,
        raiseShare(parts) {
          if (!isQuicker) return raiseShare(parts)
          isQuicker = false
          raiseShare({ ...parts, body: { share: 0.3, from: 0.1, reason: 'x' } })
          throw new AppError('changed.meanwhile.error')
        },
      },
    })
    await press(w.raise)
    await share.fill('50')
    await reason.fill('Support is calm')
    await dialog.getByRole('button', { name: 'Offer to 50% of the detectors' }).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Someone else has changed this since you opened it.')
    await expect.element(share).toHaveAccessibleDescription('Now 30%. 100 is everyone.')
    await dialog.getByRole('button', { name: 'Offer to 50% of the detectors' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(sent('raiseShare')).toMatchObject({ body: { share: 0.5, from: 0.3 } })
  })

  it('of a release that everybody was offered meanwhile is explained, and what was typed stays', async () => {
    const { get } = staged().calls.release
    let isReleased = false
    const raiseShare = () => {
      isReleased = true
      return refuse()
    }
    await open({ answers: { get: () => ({ ...get(), ...(isReleased && { state: 'released' as const, plan: null }) }), raiseShare } })
    await press(w.raise)
    await share.fill('50')
    await reason.fill('Support is calm')
    await dialog.getByRole('button', { name: 'Offer to 50% of the detectors' }).click()
    await expect.element(page.getByText('Released', { exact: true }).first()).toBeInTheDocument()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('The state of this release no longer allows this step.')
    await expect.element(reason).toHaveValue('Support is calm')
  })
})

describe('another plan', () => {
  const dialog = page.getByRole('dialog', { name: 'Plan of 5.2' })
  const shares = dialog.getByLabelText('Shares in percent')

  it('is a list of shares', async () => {
    const { sent } = await open()
    await press(w.change)
    await expect.element(shares).toHaveValue('2, 10, 30, 100')
    await shares.fill('5, 50, 100')
    await expectNoAxeFindings('changing the plan', { at: [390, 1280] })
    await dialog.getByRole('button', { name: 'Grow to 50% and everyone', exact: true }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(sent('setPlan')).toMatchObject({ params: { id: 9 }, body: { shares: [0.05, 0.5, 1] } })
    await expect.element(page.getByText(/Next: 50%, /)).toBeVisible()
  })

  it('has each share larger than the one before, and may be none, with fresh proof', async () => {
    const { sent } = await open({ isProofOld: true })
    await press(w.change)
    await shares.fill('50, 10')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(shares).toHaveAccessibleDescription(/Invalid number/)
    expect(sent('setPlan')).toBeUndefined()
    await shares.fill('')
    await dialog.getByRole('button', { name: 'Grow by hand only' }).click()
    await prove()
    await expect.element(page.getByText('The plan of 5.2 is changed')).toBeVisible()
    await expect.element(page.getByText(/It grows by hand only\.$/)).toBeVisible()
    expect(sent('setPlan')).toMatchObject({ body: { shares: [] } })
  })
})
