// @module-tag rest
/** A step is taken: by the keyboard, with fresh proof, and where it fails or somebody else was quicker. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failing, held } from '../../../../../tests/component/fakeApi.ts'
import { openRelease, proofDialog, prove } from '../../../../../tests/component/openRelease.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import type { StepPreview } from '../../../../contract/release.ts'
import type { ReleaseState } from '../../../../contract/releaseStates.ts'
import { AppError } from '../../../../errors.ts'

const next = { customers: 9, detectors: 10, withoutFirmware: 2 }

const dialog = page.getByRole('alertdialog')
const button = (name: string) => dialog.getByRole('button', { name, exact: true })

describe('with the keyboard', () => {
  it('opens and leaves the question, and gets the focus back', async () => {
    await openRelease(createRelease())
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
    const { sent } = await openRelease(createRelease(), { answers: { getStep: slow.answer } })
    await page.getByRole('button', { name: 'Withdraw…' }).click()
    await expect.element(button('Cancel')).toHaveFocus()
    await expect.element(button('Withdraw 5.2')).not.toBeInTheDocument()
    slow.release({ audience: next, obstacles: [] })
    await expect.element(button('Withdraw 5.2')).toBeVisible()
    await expect.element(button('Cancel')).toHaveFocus()
    await userEvent.keyboard('{Tab}{Enter}')
    await expect.element(page.getByText('5.2 is withdrawn')).toBeVisible()
    expect(sent('takeStep')).toHaveLength(1)
  })
})

describe('a failure', () => {
  it('to load the facts can be tried again', async () => {
    const release = createRelease()
    const { answer, end } = failing(release.calls.release.getStep, 'service.unavailable.error', { requestId: 'abc-123' })
    await openRelease(release, { answers: { getStep: answer } })
    await page.getByRole('button', { name: 'Withdraw…' }).click()
    await expect.element(dialog.getByText('abc-123')).toBeVisible()
    await expect.element(button('Withdraw 5.2')).not.toBeInTheDocument()
    end()
    await button('Try again').click()
    await expect.element(button('Withdraw 5.2')).toBeVisible()
  })

  it('to reach the server says that nothing was saved, and can be tried again', async () => {
    const release = createRelease()
    const { answer, end } = failing(release.calls.release.takeStep, 'network.offline.error')
    await openRelease(release, { step: 'halt', answers: { takeStep: answer } })
    await button('Halt 5.2').click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(/Your changes are not saved/)
    end()
    await button('Halt 5.2').click()
    await expect.element(page.getByText('5.2 is halted')).toBeVisible()
  })

  it('because somebody else was quicker says so, and shows what is so now', async () => {
    let theirs: ReleaseState = 'beta'
    const beta = createRelease({ state: 'beta', reach: 'beta', next })
    const staged = createRelease({ state: 'staged', reach: 'staged', next: { ...next, customers: 99 } })
    const now = () => (theirs === 'beta' ? beta : staged).calls.release
    const froms: ReleaseState[] = []
    await openRelease(beta, {
      step: 'released',
      answers: {
        get: () => now().get(),
        getStep: () => now().getStep(),
        takeStep({ params, body }) {
          froms.push(body.from)
          if (theirs === 'staged') return params
          theirs = 'staged'
          throw new AppError('changed.meanwhile.error')
        },
      },
    })
    await button('Offer to 9 customers').click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Someone else has changed this since you opened it.')
    await button('Offer to 99 customers').click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(froms).toEqual(['beta', 'staged'])
  })
})

describe('a step that its state no longer allows', () => {
  it('cannot be taken, and says so', async () => {
    await openRelease(createRelease({ next }), { step: 'resume' })
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('The state of this release no longer allows this step.')
    await expect.element(dialog.getByRole('button')).toHaveLength(1)
    await button('Cancel').click()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('because somebody else was quicker stays explained', async () => {
    const release = createRelease({ state: 'beta', reach: 'beta', next })
    const { takeStep } = release.calls.release
    await openRelease(release, {
      answers: {
        takeStep(parts) {
          takeStep({ ...parts, body: { ...parts.body, step: 'withdraw' } })
          throw new AppError('changed.meanwhile.error')
        },
      },
    })
    await page.getByRole('button', { name: 'Offer to everyone…' }).click()
    await button('Offer to 9 customers').click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Someone else has changed this since you opened it.')
    await expect.element(button('Offer to 9 customers')).not.toBeInTheDocument()
    await button('Cancel').click()
    await expect.element(page.getByText('Withdrawn', { exact: true })).toBeVisible()
  })
})

it('fresh proof is asked before a release is offered to more people', async () => {
  const { sent } = await openRelease(createRelease({ state: 'draft', next }), { step: 'released', isProofOld: true })
  await button('Offer to 9 customers').click()
  await expect.element(proofDialog).toBeVisible()
  expect(sent('takeStep')).toEqual([])
  await prove()
  await expect.element(page.getByText('5.2 is now offered to everyone')).toBeVisible()
})
