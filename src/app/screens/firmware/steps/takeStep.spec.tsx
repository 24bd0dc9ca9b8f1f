// @module-tag rest
/** A step is taken: by the keyboard, with fresh proof, and where it fails or somebody else was quicker. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { held } from '../../../../../tests/component/fakeApi.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import type { StepPreview } from '../../../../contract/release.ts'
import type { ReleaseState } from '../../../../contract/releaseStates.ts'
import { AppError } from '../../../../errors.ts'

const next = { customers: 9, detectors: 10, withoutFirmware: 2 }

const dialog = page.getByRole('alertdialog')
const button = (name: string) => dialog.getByRole('button', { name, exact: true })

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
        getOutcomes: () => now().getOutcomes(),
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
