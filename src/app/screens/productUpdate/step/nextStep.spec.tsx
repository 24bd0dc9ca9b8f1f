/** The next step from visit to visit: one headline, one button, both in view, and the focus on it when something has ended. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { configuration } from '../../../../../tests/component/answers.ts'
import { type CustomerWorld, createCustomer, detectorOf } from '../../../../../tests/component/customer.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import {
  connectSimulated,
  dialog,
  headline,
  latestUpdate,
  letGo,
  nextStep,
  press,
  setFaults,
  update,
} from '../../../../../tests/component/updatePage.ts'
import { loseWebHid } from '../../../../../tests/component/webHid.ts'
import { updateWords } from '../../../../../tests/e2e/updateWords.ts'
import type { Locale } from '../../../../contract/rules.ts'

let world: CustomerWorld

beforeEach(() => {
  world = createCustomer()
})
afterEach(letGo)

const open = (locale?: Locale) => openApp('/productUpdate/index', { as: 'customer', calls: world.calls, ...(locale && { locale }) })

const { en } = updateWords
const fr = { unplugged: 'Erreur de déconnexion USB de l’appareil', programming: 'Programmation', loading: 'Chargement' } as const

it('keeps the focus on the next step, from the first visit to a finished update, by keyboard alone', { tags: 'rest' }, async () => {
  world.detectors.push(detectorOf(1, { firmwareState: 'installed', currentFirmware: { id: 9, versionName: '5.2', language: 'English' } }))
  await world.publish('10.0', 5_000)
  await open()
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
  await press(failed.getByRole('button', { name: en.reconnect }))
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

it('reconnects a detector that did not restart by the dialog’s button, and reports the failure [T107]', { tags: 'rest' }, async () => {
  await world.publish('11.0', 100)
  await open()
  await connectSimulated()
  await update().click()
  await dialog(en.didItRestart).getByRole('button', { name: en.no, exact: true }).click()
  const failed = dialog(en.didNotRestart)
  const support = failed.getByRole('link', { name: /^Contact support/ })
  await expect.element(support).toHaveAttribute('href', 'https://support.example.com/')
  await press(failed.getByRole('button', { name: en.reconnect }))
  await expect.element(page.getByRole('region', { name: en.connectedDetector })).toBeVisible()
  await expect.element(headline()).toMatchTextContent(en.install('11.0'))
  await expect.element(update()).toHaveFocus()
  await expect.poll(() => world.updates[0]).toMatchObject({ success: false, errorType: 'REBOOT_ERROR' })
  await expect.element(latestUpdate()).toMatchTextContent('Error while restarting')
})

it('never shows Loading again once programming has started, even if the update then fails', { tags: 'rest' }, async () => {
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

const languageField = () => nextStep().getByLabelText(en.language)

describe('the next step', () => {
  it('asks before it changes the detector’s language, and shows both languages at the end [T102]', { tags: 'rest' }, async () => {
    const currentFirmware = { id: 1, versionName: '20.0', language: 'Français' }
    world.detectors.push(detectorOf(1, { firmwareState: 'installed', currentFirmware }))
    for (const language of ['Français', 'English', 'Deutsch']) await world.publish('20.0', 500, { language })
    await openApp('/productUpdate/index', { as: 'customer', calls: explaining() })
    await connectSimulated({ language: 2 })
    await expect.element(headline()).toMatchTextContent(en.upToDate)
    await nextStep().getByText(en.otherVersions).click()
    await languageField().selectOptions('Deutsch')
    await expect.element(headline()).not.toMatchTextContent(en.upToDate)
    await update().click()
    const question = page.getByRole('alertdialog')
    await expect.element(question).toMatchTextContent(en.languageChange('Français', 'Deutsch'))
    await question.getByRole('button', { name: en.cancel }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await update().click()
    await question.getByRole('button', { name: '20.0' }).click()
    await dialog(en.didItRestart).getByRole('button', { name: en.yes }).click()
    await expect.element(dialog(en.complete)).toMatchTextContent('20.0, Français')
    await expect.element(dialog(en.complete)).toMatchTextContent('20.0, Deutsch')
  })

  it.each([
    ['the detector’s language first, whatever the reader’s [T334]', 2, 'Français'],
    ['the reader’s language first if the detector’s is unknown', 9, 'English'],
  ] as const)('offers the firmware in %s', { tags: 'rest' }, async (_, language, first) => {
    for (const each of ['Français', 'English', 'Deutsch']) await world.publish('25.0', 500, { language: each })
    await openApp('/productUpdate/index', { as: 'customer', calls: explaining() })
    await connectSimulated({ language })
    await expect.element(offered(first)).toBeVisible()
    await expect.element(languageField()).toHaveValue(first)
    await expect.element(update()).toMatchTextContent('25.0')
  })

  it('asks phone users to open the page on a computer, and offers to copy its link', async () => {
    loseWebHid({ isPhone: true })
    await open()
    await expect.element(headline()).toMatchTextContent(en.openOnComputer)
    await expect.element(nextStep().getByRole('button', { name: en.copyLink })).toBeVisible()
    await expect.element(page.getByRole('button', { name: en.connect, exact: true })).not.toBeInTheDocument()
    await expectOneStepInView()
    await expect.element(page.getByRole('region', { name: /^My equipment$/ })).toBeVisible()
    for (const name of [/^How to connect/, /^Use the simulated/]) {
      await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument()
    }
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })
})

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
