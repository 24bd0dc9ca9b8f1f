/** The next step from visit to visit: one headline, one button, both in view, and the focus on it when something has ended. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { configuration } from '../../../../../tests/component/answers.ts'
import { type CustomerWorld, createCustomer, detectorOf } from '../../../../../tests/component/customer.ts'
import { describeInEachLanguage } from '../../../../../tests/component/languages.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import {
  connectSimulated,
  dialog,
  headline,
  latestUpdate,
  letGo,
  nextStep,
  setFaults,
  update,
} from '../../../../../tests/component/updatePage.ts'
import { updateWords } from '../../../../../tests/e2e/updateWords.ts'
import { queryClient } from '../../../api/queryClient.ts'
import { sessionStore } from '../../../api/sessionStore.ts'
import { connectSimulatedDetector } from '../../../detector/device.ts'
import { lastEnd } from '../../../update/flow/appUpdateFlow.ts'
import { ownProducts } from '../../../update/ownQueries.ts'
import type { LastEnd } from '../../../update/records/lastEnd.ts'
import type { Locale } from '../../../../contract/rules.ts'

let world: CustomerWorld

beforeEach(() => {
  world = createCustomer()
})
afterEach(letGo)

const open = (locale: Locale) => openApp('/productUpdate/index', { as: 'customer', calls: world.calls, locale })

const { en, fr } = updateWords

it('keeps the focus on the next step, from the first visit to a finished update, by keyboard alone', async () => {
  world.detectors.push(detectorOf(1, { firmwareState: 'installed', currentFirmware: { id: 9, versionName: '5.2', language: 'English' } }))
  await world.publish('10.0', 5_000)
  await open('en')
  await expect.element(headline()).toMatchTextContent(en.connectHeadline)
  await expectOneStepInView()
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent('10.0')
  await expectOneStepInView()

  setFaults({ unplugAtPercent: 50 })
  await press(update())
  const failed = dialog(en.unplugged)
  await expect.element(failed).toBeVisible()
  window.simulatedDetector?.plug()
  await press(failed.getByRole('button', { name: en.backToUpdate }))
  await expect.element(headline()).toMatchTextContent(en.finish)
  await expect.element(update()).toHaveFocus()
  await expectOneStepInView()

  setFaults()
  await press(update())
  await press(dialog(en.didItRestart).getByRole('button', { name: en.yes }))
  await press(dialog(en.complete).getByRole('button', { name: en.done }))
  await expect.element(nextStep().getByRole('button', { name: en.connect, exact: true })).toHaveFocus()
  await expect.element(headline()).toMatchTextContent(/^WS6 Master has \d/)
  await expectOneStepInView()
  await press(nextStep().getByRole('button', { name: 'Dismiss' }))
  await expect.element(headline()).toMatchTextContent(en.connectHeadline)
})

it('keeps saying that a detector did not restart until it is seen again', async () => {
  await world.publish('11.5', 100)
  await open('en')
  await connectSimulated()
  await update().click()
  await dialog(en.didItRestart).getByRole('button', { name: en.no, exact: true }).click()
  await expect.element(dialog(en.didNotRestart)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(headline()).toMatchTextContent(en.didNotRestart)
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls, isReturning: true })
  await expect.element(headline()).toMatchTextContent(en.didNotRestart)
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(en.install('11.5'))
  await press(page.getByRole('button', { name: 'Disconnect' }))
  await expect.element(headline()).toMatchTextContent(en.connectHeadline)
})

it('reconnects a detector that did not restart by the dialog’s button, and reports the failure [T107]', async () => {
  await world.publish('11.0', 100)
  await open('en')
  await connectSimulated()
  await update().click()
  await dialog(en.didItRestart).getByRole('button', { name: en.no, exact: true }).click()
  const failed = dialog(en.didNotRestart)
  const support = failed.getByRole('link', { name: /^(?:Contact support|Contacter)/ })
  await expect.element(support).toHaveAttribute('href', 'https://support.example.com/')
  await press(failed.getByRole('button', { name: en.reconnect }))
  await expect.element(page.getByRole('region', { name: en.connectedDetector })).toBeVisible()
  await expect.element(headline()).toMatchTextContent(en.install('11.0'))
  await expect.element(update()).toHaveFocus()
  await expect.poll(() => world.updates[0]).toMatchObject({ success: false, errorType: 'REBOOT_ERROR' })
  await expect.element(latestUpdate()).toMatchTextContent('Error while restarting')
})

it('lets another version be chosen where the detector was connected before the question was answered', async () => {
  await world.publish('13.0', 100)
  await world.publish('13.1', 100)
  await open('en')
  await connectSimulated()
  await update().click()
  await expect.element(dialog(en.didItRestart)).toBeVisible()
  await connectSimulatedDetector()
  await press(dialog(en.didItRestart).getByRole('button', { name: en.yes }))
  await press(dialog(en.complete).getByRole('button', { name: en.done }))
  await expect.element(headline()).toMatchTextContent(en.upToDate)
  await nextStep().getByText(en.otherVersions).click()
  await nextStep().getByLabelText(en.version).selectOptions('13.0 · 04/03/2026')
  await expect.element(headline()).toMatchTextContent(en.install('13.0'))
  await press(page.getByRole('button', { name: 'Disconnect' }))
  await expect.element(headline()).toMatchTextContent(en.connectHeadline)
})

it.each([
  { hasRestarted: true, firmwareState: 'installed', says: 'WS6 Master has 14.0' },
  { hasRestarted: false, firmwareState: 'unknown', says: en.didNotRestart },
] as const)(
  'keeps how the update of another tab ended when a detector is unplugged (restarted: $hasRestarted)',
  async ({ hasRestarted, firmwareState, says }) => {
    const firmware = { id: 1, versionName: '14.0', language: 'English' }
    world.detectors.push(detectorOf(1, { firmwareState, currentFirmware: hasRestarted ? firmware : null }))
    await world.publish('14.0', 100)
    await open('en')
    await connectSimulated()
    // What the other tab has stored.
    lastEnd.set(endOf('14.0', hasRestarted))
    window.simulatedDetector?.unplug()
    await expect.element(headline()).toMatchTextContent(says)
  },
)

it.each([
  { hasRestarted: true, firmwareState: 'installed', before: '15.0', after: '15.1', says: 'WS6 Master has 15.0' },
  { hasRestarted: false, firmwareState: 'unknown', before: '15.0', after: '15.0', says: en.didNotRestart },
] as const)(
  'forgets how an update ended once another computer has updated the detector (restarted: $hasRestarted)',
  async ({ hasRestarted, firmwareState, before, after, says }) => {
    world.detectors.push(detectorOf(1, { firmwareState, currentFirmware: hasRestarted ? installed(before) : null }))
    await open('en')
    lastEnd.set(endOf(before, hasRestarted))
    await expect.element(headline()).toMatchTextContent(says)
    await queryClient.refetchQueries(ownProducts)
    await expect.element(headline()).toMatchTextContent(says)
    world.detectors[0] = detectorOf(1, { firmwareState: 'installed', currentFirmware: installed(after) })
    await queryClient.refetchQueries(ownProducts)
    await expect.element(headline()).toMatchTextContent(en.connectHeadline)
  },
)

it('never shows Loading again once programming has started, even if the update then fails', async () => {
  await world.publish('12.0', 20_000)
  await open('fr')
  await connectSimulated()
  setFaults({ latencyMs: 1, unplugAtPercent: 60 })
  const heard: string[] = []
  const observer = new MutationObserver(() => {
    heard.push(`${document.title} | ${document.querySelector('[role=dialog] h2')?.textContent ?? ''}`)
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
  await update().click()
  await expect.element(dialog(fr.unplugged)).toBeVisible()
  observer.disconnect()
  const first = heard.findIndex((line) => line.includes(fr.programming))
  expect(first).toBeGreaterThan(-1)
  expect(heard.slice(first).filter((line) => line.includes(fr.loading))).toEqual([])
})

const detectorLanguages = { 1: 'en', 2: 'fr', 3: 'de' }
const explaining = () => ({ ...world.calls, configuration: { get: () => ({ ...configuration, detectorLanguages }) } })

/** What is offered, as the step says it beside the version. */
const offered = (language: string) => nextStep().getByText(new RegExp(`^${language} · 04/03/2026 · `))

describeInEachLanguage('in the language %s the next step', (locale) => {
  const l = updateWords[locale]
  const languageField = () => nextStep().getByLabelText(l.language)

  it('asks before it changes the detector’s language, and shows both languages at the end [T102]', async () => {
    const currentFirmware = { id: 1, versionName: '20.0', language: 'Français' }
    world.detectors.push(detectorOf(1, { firmwareState: 'installed', currentFirmware }))
    for (const language of ['Français', 'English', 'Deutsch']) await world.publish('20.0', 500, { language })
    await openApp('/productUpdate/index', { as: 'customer', calls: explaining(), locale })
    await connectSimulated({ language: 2 })
    await expect.element(headline()).toMatchTextContent(l.upToDate)
    await nextStep().getByText(l.otherVersions).click()
    await languageField().selectOptions('Deutsch')
    await expect.element(headline()).not.toMatchTextContent(l.upToDate)
    await update().click()
    const question = page.getByRole('alertdialog')
    await expect.element(question).toMatchTextContent(l.languageChange('Français', 'Deutsch'))
    await question.getByRole('button', { name: l.cancel }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await update().click()
    await question.getByRole('button', { name: '20.0' }).click()
    await dialog(l.didItRestart).getByRole('button', { name: l.yes }).click()
    await expect.element(dialog(l.complete)).toMatchTextContent('20.0, Français')
    await expect.element(dialog(l.complete)).toMatchTextContent('20.0, Deutsch')
  })

  it('offers the firmware in the detector’s language first, whatever the reader’s [T334]', async () => {
    for (const language of ['Français', 'English', 'Deutsch']) await world.publish('25.0', 500, { language })
    await openApp('/productUpdate/index', { as: 'customer', calls: explaining(), locale })
    await connectSimulated({ language: 2 })
    await expect.element(offered('Français')).toBeVisible()
    await expect.element(languageField()).toHaveValue('Français')
    await expect.element(update()).toMatchTextContent('25.0')
  })

  it('offers the user’s language first if the detector’s is unknown', async () => {
    for (const language of ['English', 'Français', 'Deutsch']) await world.publish('30.0', 500, { language })
    await open(locale)
    await connectSimulated({ language: 9 })
    const own = locale === 'fr' ? 'Français' : 'English'
    await expect.element(offered(own)).toBeVisible()
    await expect.element(languageField()).toHaveValue(own)
    await expect.element(update()).toMatchTextContent('30.0')
  })

  it('asks phone users to open the page on a computer, and offers to copy its link', async () => {
    // A phone's Chromium has no WebHID.
    const hid = Object.getOwnPropertyDescriptor(Navigator.prototype, 'hid')
    Reflect.deleteProperty(Navigator.prototype, 'hid')
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Mobile Safari/537.36')
    try {
      await open(locale)
      await expect.element(headline()).toMatchTextContent(l.openOnComputer)
      await expect.element(nextStep().getByRole('button', { name: l.copyLink })).toBeVisible()
      await expect.element(page.getByRole('button', { name: l.connect, exact: true })).not.toBeInTheDocument()
      await expectOneStepInView()
      await expect.element(page.getByRole('region', { name: /^(?:My detectors|Mes détecteurs)$/ })).toBeVisible()
      for (const name of [/^(?:How to connect|Comment connecter)/, /^(?:Use the simulated|Utiliser le détecteur simulé)/]) {
        await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument()
      }
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    } finally {
      if (hid !== undefined) Object.defineProperty(Navigator.prototype, 'hid', hid)
    }
  })
})

const installed = (versionName: string) => ({ id: 1, versionName, language: 'English' })

/** How this user's update of the detector ended, in another tab or at an earlier visit. */
function endOf(versionName: string, hasRestarted: boolean): LastEnd {
  const target = { userProductId: 1, productName: 'WS6 Master', versionName }
  const owner = sessionStore.dataOwner()?.id ?? 0
  return { owner, target, changeLog: null, hasRestarted, at: '2026-11-25T12:44:00.000Z', tookMs: 13_000 }
}

async function press(target: ReturnType<typeof update>): Promise<void> {
  await expect.element(target).toBeVisible()
  target.element().focus()
  await userEvent.keyboard('{Enter}')
}

/** One headline and at most one primary button, both in view without scrolling. */
async function expectOneStepInView(): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1280, 720],
  ] as const) {
    await page.viewport(width, height)
    await expect.poll(() => [innerWidth, innerHeight]).toEqual([width, height])
    scrollTo(0, 0)
    await expect.poll(() => headline().elements().length).toBe(1)
    expect(primary().length).toBeLessThanOrEqual(1)
    const hidden = () => [headline().element(), ...primary()].filter((part) => !isInView(part)).map(({ outerHTML }) => outerHTML)
    await expect.poll(hidden).toEqual([])
  }
}

const primary = () => [...document.querySelectorAll('main [data-step-button]')]

function isInView(part: Element): boolean {
  const { top, bottom, height } = part.getBoundingClientRect()
  return height > 0 && top >= 0 && bottom <= innerHeight
}
