/** The dialogs of an update, each rendered from its state: titles, percentages, and what closes them. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { drawWithoutContact } from '../../../../../tests/component/drawWithoutContact.ts'
import { drawComponent } from '../../../../../tests/component/render.tsx'
import { restartRemedy } from '../../../../../tests/component/stepStates.tsx'
import { dialog } from '../../../../../tests/component/updatePage.ts'
import type { ErrorCode } from '../../../../errors.ts'
import { sessionStore } from '../../../api/sessionStore.ts'
import { setDetector } from '../../../detector/detectorStore.ts'
import type { FailedUpdate, UpdateTarget } from '../../../detector/updateJournal.ts'
import { FailedDialog } from './FailedDialog.tsx'
import { ProgressDialog } from './ProgressDialog.tsx'
import { RefusedDialog } from './RefusedDialog.tsx'
import { NotRestartedDialog, RestartedDialog, RestartQuestion } from './RestartDialogs.tsx'
import { lastEnd } from '../../../update/flow/appUpdateFlow.ts'
import type { RunningState } from '../../../update/flow/flowState.ts'

const target: UpdateTarget = {
  userProductId: 1,
  firmwareId: 31,
  versionName: '5.3',
  language: 'English',
  before: { versionName: '5.2', language: 'English' },
  wasErased: false,
  productName: 'WS6 Master',
  serialNumber: '0A1B2C3D4E',
  serialNumberFormatted: '0A 1B 2C 3D 4E',
  productTypeId: 6,
  file: { sizeBytes: 262_160, sha256: 'a'.repeat(64) },
}

afterEach(() => setDetector({ status: 'absent' }))

/** Replaces non-breaking spaces, which look like others to the reader. */
const plainSpaces = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ')
const said = () => plainSpaces(document.querySelector('[role=dialog]')?.textContent ?? '')

const programming = { phase: 'programming', sentBytes: 131_072, totalBytes: 262_144, bytesPerSecond: 24_000, remainingMs: 6_000 } as const

const phases: readonly (readonly [phase: string, flow: RunningState, title: string, says: string])[] = [
  ['fetching the file', { step: 'downloading', target, percent: 4, receivedBytes: 131_080, totalBytes: 262_160 }, 'Loading', '4%'],
  ['checking the detector', { step: 'checking', target, percent: 8 }, 'Loading', '8%'],
  [
    'erasing',
    { step: 'updating', target, percent: 14, link: { phase: 'erasing', fraction: 0.5 } },
    'Erasing',
    'Do not unplug the detector',
  ],
  ['writing', { step: 'updating', target, percent: 60, link: programming }, 'Programming', '131 kB of 262 kB'],
  ['completing', { step: 'updating', target, percent: 100, link: { phase: 'completing' } }, 'Programming', '100%'],
]

describe('a running update', () => {
  it('says in each phase what is done and how far it is, and while it writes bytes and a rate [T105]', async () => {
    const { redraw } = await drawComponent(null, { as: 'customer' })
    for (const [phase, flow, title, says] of phases) {
      redraw(<ProgressDialog flow={flow} />)
      await expect.element(dialog(title), { message: phase }).toBeVisible()
      await expect.poll(said, { message: phase }).toContain(`${flow.percent}%`)
      await expect.poll(said, { message: phase }).toContain(says)
      await expect.element(page.getByRole('progressbar', { name: title })).toHaveAttribute('aria-valuenow', String(flow.percent))
      expect(plainSpaces(document.title)).toMatch(new RegExp(`^${flow.percent}% · `))
      // Only a download can be cancelled; installing.spec.tsx presses Escape.
      expect(dialog(title).getByRole('button').elements(), `buttons while ${phase}`).toHaveLength(flow.step === 'downloading' ? 1 : 0)
    }
  })

  it('has no axe finding in any phase, in French', { tags: 'rest' }, async () => {
    const { redraw } = await drawComponent(null, { as: 'customer', locale: 'fr' })
    for (const [phase, flow] of phases) {
      redraw(<ProgressDialog flow={flow} />)
      await expect.element(dialog(/./), { message: phase }).toBeVisible()
      await expectNoAxeFindings(phase, { isPart: true })
    }
  })
})

function failureOf(cause: ErrorCode, others: Partial<FailedUpdate> = {}): FailedUpdate {
  const failedAt = '2026-11-21T10:00:00.000Z'
  return {
    target,
    cause,
    errorType: 'REPROGRAMMATION_ERROR',
    during: 'programming',
    firmwareAfter: 'none',
    percent: 60,
    sentBytes: 9_600,
    totalBytes: 20_000,
    failedAt,
    ...others,
  }
}

const failures: readonly (readonly [end: string, failure: FailedUpdate, title: string, says: string])[] = [
  [
    'by a pulled cable',
    failureOf('device.disconnected.error', { errorType: 'DECONNECTION_ERROR' }),
    'USB disconnection error',
    'Your detector has no firmware until it is finished',
  ],
  ['by a refused step', failureOf('device.bad.status.error'), 'Error while reprogramming', 'The update stopped at 60%'],
  [
    'at the last command, which leaves the firmware unknown',
    failureOf('device.disconnected.error', { errorType: 'DECONNECTION_ERROR', during: 'completing', firmwareAfter: 'unknown' }),
    'USB disconnection error',
    'Installing it again is safe',
  ],
  [
    'before it began',
    failureOf('image.corrupt.error', { errorType: null, during: 'download', firmwareAfter: 'unchanged', percent: null }),
    'The update did not start',
    'Nothing was changed on your detector',
  ],
]

describe('an update that ended early', () => {
  it('by a pulled cable, by a refused step or before it began: says what it left, and closes by Escape [T302] [T303]', async () => {
    const { redraw } = await drawComponent(null, { as: 'customer' })
    for (const [end, failure, title, says] of failures) {
      const onClose = vi.fn<() => void>()
      redraw(<FailedDialog failure={failure} recording={null} onClose={onClose} />)
      await expect.element(dialog(title), { message: end }).toBeVisible()
      expect(said()).toContain(says)
      expect(said()).not.toMatch(/update mode/)
      await userEvent.keyboard('{Escape}')
      expect(onClose, `closes ${end}`).toHaveBeenCalledOnce()
    }
  })

  it('has no axe finding however it ended, in French', { tags: 'rest' }, async () => {
    const { redraw } = await drawComponent(null, { as: 'customer', locale: 'fr' })
    for (const [end, failure] of failures) {
      redraw(<FailedDialog failure={failure} recording={null} onClose={() => {}} />)
      await expect.element(dialog(/./), { message: end }).toBeVisible()
      await expectNoAxeFindings(end, { isPart: true })
    }
  })

  it('names no support where there is none', async () => {
    const { redraw } = await drawWithoutContact(<NotRestartedDialog target={target} onClose={() => {}} />)
    await expect.element(dialog(/./)).toBeVisible()
    await expect.poll(said).not.toMatch(/support/i)
    for (const [end, failure] of failures) {
      redraw(<FailedDialog failure={failure} recording={null} onClose={() => {}} />)
      await expect.element(dialog(/./)).toBeVisible()
      await expect.poll(said, { message: end }).not.toMatch(/support/i)
    }
  })

  it('asks whether the detector restarted, and closes only by an answer [T106]', async () => {
    const onAnswer = vi.fn<(hasRestarted: boolean) => void>()
    await drawComponent(<RestartQuestion target={target} onAnswer={onAnswer} />, { as: 'customer' })
    const question = dialog('Did your detector restart?')
    await expect.element(question).toHaveFocus()
    expect(document.title).toMatch(/^Did your detector restart\?/)
    await userEvent.keyboard('{Escape}{Enter} ')
    await expect.element(question).toBeVisible()
    expect(onAnswer).not.toHaveBeenCalled()
    await expectNoAxeFindings('question', { isPart: true })
    await question.getByRole('button', { name: 'Yes, it restarted' }).click()
    // Once, however often it is pressed.
    for (const button of question.getByRole('button').elements()) expect(button).toBeDisabled()
    expect(onAnswer.mock.calls).toEqual([[true]])
  })

  it('shows after a success both versions, or "reinstalled", how long it took and what is new', { tags: 'rest' }, async () => {
    const onClose = vi.fn<() => void>()
    const { redraw } = await drawComponent(<RestartedDialog target={target} onClose={onClose} />, { as: 'customer' })
    await expect.element(dialog('The update is complete')).toBeVisible()
    expect(said()).toContain('went from version 5.2 to 5.3')
    await expectNoAxeFindings('done', { isPart: true })
    await page.getByRole('button', { name: 'Done' }).click()
    expect(onClose).toHaveBeenCalledOnce()

    const before = { versionName: '5.3', language: 'English' }
    redraw(<RestartedDialog target={{ ...target, before }} onClose={() => {}} />)
    lastEnd.set({
      owner: sessionStore.dataOwner()?.id ?? 0,
      target: { ...target, before },
      changeLog: '- **Louder** in the rain',
      hasRestarted: true,
      at: '2026-11-21T10:00:00.000Z',
      tookMs: 125_000,
    })
    await expect.poll(said).toMatch(/was reinstalled .*It took 2 min 5 sec\./)
    await page.getByText('What’s new in 5.3').click()
    await expect.element(page.getByText('Louder')).toBeVisible()
    lastEnd.set(null)
  })

  it('shows what to do with a detector that did not restart, and which check failed', async () => {
    const { redraw } = await drawComponent(<NotRestartedDialog target={target} onClose={() => {}} />, { as: 'customer' })
    await expect.element(dialog('Your detector did not restart')).toBeVisible()
    await expect.element(dialog(/./)).toMatchTextContent(restartRemedy)
    await expect.element(dialog(/./)).toMatchTextContent('please contact support')
    await expectNoAxeFindings('not restarted', { isPart: true })

    redraw(
      <RefusedDialog
        checks={[
          { name: 'detectorBattery', verdict: 'refused' },
          { name: 'browser', verdict: 'passed' },
        ]}
        onClose={() => {}}
      />,
    )
    await expect.element(dialog('The update did not start')).toBeVisible()
    expect(dialog(/./).getByRole('listitem').elements()).toHaveLength(1)
    await expectNoAxeFindings('refused', { isPart: true })
  })

  it('has room for each button of a risk', async () => {
    const checks = [{ name: 'link', verdict: 'risky' }] as const
    await drawComponent(<RefusedDialog checks={checks} onClose={() => {}} />, { as: 'customer' })
    const anyway = dialog(/./).getByRole('button', { name: 'Install anyway' })
    await expect.element(anyway).toBeVisible()
    await expect.element(dialog(/./).getByRole('link')).toBeVisible()
    const { left, right } = dialog(/./).element().getBoundingClientRect()
    const rooms = [...document.querySelectorAll('[role=dialog] button, [role=dialog] a')].map((button) => button.getBoundingClientRect())
    expect(rooms.filter((room) => room.left < left || room.right > right)).toEqual([])
  })
})
