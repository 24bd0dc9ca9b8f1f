/** The dialogs of an update, each rendered from its state: titles in both languages, percentages, and what closes them. */
import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { drawWithoutContact } from '../../../../../tests/component/drawWithoutContact.ts'
import { describeInEachLanguage } from '../../../../../tests/component/languages.ts'
import { drawComponent } from '../../../../../tests/component/render.tsx'
import { restartRemedy } from '../../../../../tests/component/stepStates.tsx'
import { dialog } from '../../../../../tests/component/updatePage.ts'
import { type Locale } from '../../../../contract/rules.ts'
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

type Named = Readonly<Record<Locale, string>>
const programming = { phase: 'programming', sentBytes: 131_072, totalBytes: 262_144, bytesPerSecond: 24_000, remainingMs: 6_000 } as const

const phases: readonly (readonly [phase: string, flow: RunningState, title: Named, says: Named])[] = [
  [
    'fetching the file',
    { step: 'downloading', target, percent: 4, receivedBytes: 131_080, totalBytes: 262_160 },
    { en: 'Loading', fr: 'Chargement' },
    { en: '4%', fr: '4 %' },
  ],
  ['checking the detector', { step: 'checking', target, percent: 8 }, { en: 'Loading', fr: 'Chargement' }, { en: '8%', fr: '8 %' }],
  [
    'erasing',
    { step: 'updating', target, percent: 14, link: { phase: 'erasing', fraction: 0.5 } },
    { en: 'Erasing', fr: 'Effacement' },
    { en: 'Do not unplug the detector', fr: 'Ne débranchez pas le détecteur' },
  ],
  [
    'writing',
    { step: 'updating', target, percent: 60, link: programming },
    { en: 'Programming', fr: 'Programmation' },
    { en: '131 kB of 262 kB', fr: '131 ko sur 262 ko' },
  ],
  [
    'completing',
    { step: 'updating', target, percent: 100, link: { phase: 'completing' } },
    { en: 'Programming', fr: 'Programmation' },
    { en: '100%', fr: '100 %' },
  ],
]

describeInEachLanguage('a running update (%s)', (locale) => {
  it('says in each phase what is done and how far it is, and while it writes bytes and a rate [T105]', async () => {
    const { redraw } = await drawComponent(null, { as: 'customer', locale })
    for (const [phase, flow, { [locale]: title }, { [locale]: says }] of phases) {
      redraw(<ProgressDialog flow={flow} />)
      await expect.element(dialog(title), { message: phase }).toBeVisible()
      const percent = locale === 'en' ? `${flow.percent}%` : `${flow.percent} %`
      await expect.poll(said, { message: phase }).toContain(percent)
      await expect.poll(said, { message: phase }).toContain(says)
      await expect.element(page.getByRole('progressbar', { name: title })).toHaveAttribute('aria-valuenow', String(flow.percent))
      expect(plainSpaces(document.title)).toMatch(new RegExp(`^${percent} · `))
      // Only a download can be cancelled; installing.spec.tsx presses Escape.
      expect(dialog(title).getByRole('button').elements(), `buttons while ${phase}`).toHaveLength(flow.step === 'downloading' ? 1 : 0)
      if (locale === 'fr') await expectNoAxeFindings(phase, { isPart: true })
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

const failures: readonly (readonly [end: string, failure: FailedUpdate, title: Named, says: Named])[] = [
  [
    'by a pulled cable',
    failureOf('device.disconnected.error', { errorType: 'DECONNECTION_ERROR' }),
    { en: 'USB disconnection error', fr: 'Erreur de déconnexion USB de l’appareil' },
    { en: 'Your detector has no firmware until it is finished', fr: 'Votre détecteur n’a pas de firmware' },
  ],
  [
    'by a refused step',
    failureOf('device.bad.status.error'),
    { en: 'Error while reprogramming', fr: 'Erreur lors de la reprogrammation' },
    { en: 'The update stopped at 60%', fr: 'La mise à jour s’est arrêtée à 60 %' },
  ],
  [
    'at the last command, which leaves the firmware unknown',
    failureOf('device.disconnected.error', { errorType: 'DECONNECTION_ERROR', during: 'completing', firmwareAfter: 'unknown' }),
    { en: 'USB disconnection error', fr: 'Erreur de déconnexion USB de l’appareil' },
    { en: 'Installing it again is safe', fr: 'Vous pouvez le réinstaller sans risque' },
  ],
  [
    'before it began',
    failureOf('image.corrupt.error', { errorType: null, during: 'download', firmwareAfter: 'unchanged', percent: null }),
    { en: 'The update did not start', fr: 'La mise à jour n’a pas commencé' },
    { en: 'Nothing was changed on your detector', fr: 'Rien n’a été modifié sur votre détecteur' },
  ],
]

describeInEachLanguage('an update that ended early (%s)', (locale) => {
  it('by a pulled cable, by a refused step or before it began: says what it left, and closes by Escape [T302] [T303]', async () => {
    const { redraw } = await drawComponent(null, { as: 'customer', locale })
    for (const [end, failure, { [locale]: title }, { [locale]: says }] of failures) {
      const onClose = vi.fn<() => void>()
      redraw(<FailedDialog failure={failure} recording={null} onClose={onClose} />)
      await expect.element(dialog(title), { message: end }).toBeVisible()
      expect(said()).toContain(says)
      expect(said()).not.toMatch(/update mode|mode de mise à jour/)
      if (locale === 'fr') await expectNoAxeFindings(end, { isPart: true })
      await userEvent.keyboard('{Escape}')
      expect(onClose, `closes ${end}`).toHaveBeenCalledOnce()
    }
  })

  it('names no support where there is none', async () => {
    const { redraw } = await drawWithoutContact(<NotRestartedDialog target={target} onClose={() => {}} />, locale)
    await expect.element(dialog(/./)).toBeVisible()
    await expect.poll(said).not.toMatch(/support|assistance/i)
    for (const [end, failure] of failures) {
      redraw(<FailedDialog failure={failure} recording={null} onClose={() => {}} />)
      await expect.element(dialog(/./)).toBeVisible()
      await expect.poll(said, { message: end }).not.toMatch(/support|assistance/i)
    }
  })

  it('asks whether the detector restarted, and closes only by an answer [T106]', async () => {
    const onAnswer = vi.fn<(hasRestarted: boolean) => void>()
    await drawComponent(<RestartQuestion target={target} onAnswer={onAnswer} />, { as: 'customer', locale })
    const question = dialog(locale === 'en' ? 'Did your detector restart?' : /^Votre détecteur a-t-il redémarré/)
    await expect.element(question).toHaveFocus()
    expect(document.title).toMatch(locale === 'en' ? /^Did your detector restart\?/ : /^Votre détecteur a-t-il redémarré/)
    await userEvent.keyboard('{Escape}{Enter} ')
    await expect.element(question).toBeVisible()
    expect(onAnswer).not.toHaveBeenCalled()
    await expectNoAxeFindings('question', { isPart: true })
    await question.getByRole('button', { name: locale === 'en' ? 'Yes, it restarted' : 'Oui, il a redémarré' }).click()
    // Once, however often it is pressed.
    for (const button of question.getByRole('button').elements()) expect(button).toBeDisabled()
    expect(onAnswer.mock.calls).toEqual([[true]])
  })

  it('shows after a success the old and the new version, and "reinstalled" after the same one, how long it took and what is new', async () => {
    const onClose = vi.fn<() => void>()
    const { redraw } = await drawComponent(<RestartedDialog target={target} onClose={onClose} />, { as: 'customer', locale })
    await expect.element(dialog(locale === 'en' ? 'The update is complete' : 'La mise à jour est terminée')).toBeVisible()
    expect(said()).toContain(locale === 'en' ? 'went from version 5.2 to 5.3' : 'est passé de la version 5.2 à la version 5.3')
    await expectNoAxeFindings('done', { isPart: true })
    await page.getByRole('button', { name: locale === 'en' ? 'Done' : 'Terminé' }).click()
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
    await expect.poll(said).toMatch(locale === 'en' ? /was reinstalled .*It took 2 min 5 sec\./ : /réinstallée? .*2 min 5 s\./)
    await page.getByText(locale === 'en' ? 'What’s new in 5.3' : /^Nouveautés/).click()
    await expect.element(page.getByText('Louder')).toBeVisible()
    lastEnd.set(null)
  })

  it('shows what to do with a detector that did not restart, and which check failed', async () => {
    const { redraw } = await drawComponent(<NotRestartedDialog target={target} onClose={() => {}} />, { as: 'customer', locale })
    await expect.element(dialog(locale === 'en' ? 'Your detector did not restart' : 'Votre détecteur n’a pas redémarré')).toBeVisible()
    await expect.element(dialog(/./)).toMatchTextContent(restartRemedy)
    await expect.element(dialog(/./)).toMatchTextContent(locale === 'en' ? 'please contact support' : 'contactez l’assistance')
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
    await expect.element(dialog(locale === 'en' ? 'The update did not start' : 'La mise à jour n’a pas commencé')).toBeVisible()
    expect(dialog(/./).getByRole('listitem').elements()).toHaveLength(1)
    await expectNoAxeFindings('refused', { isPart: true })
  })

  it('has room for each button of a risk', async () => {
    const checks = [{ name: 'link', verdict: 'risky' }] as const
    await drawComponent(<RefusedDialog checks={checks} onClose={() => {}} />, { as: 'customer', locale })
    const anyway = dialog(/./).getByRole('button', { name: locale === 'en' ? 'Install anyway' : 'Installer quand même' })
    await expect.element(anyway).toBeVisible()
    await expect.element(dialog(/./).getByRole('link')).toBeVisible()
    const { left, right } = dialog(/./).element().getBoundingClientRect()
    const rooms = [...document.querySelectorAll('[role=dialog] button, [role=dialog] a')].map((button) => button.getBoundingClientRect())
    expect(rooms.filter((room) => room.left < left || room.right > right)).toEqual([])
  })
})
