/** A tab that had connected earlier cannot disturb an update in another tab: no button sends anything to the detector. */
import type { BrowserContext, Page } from 'playwright/test'
import { commands } from '../../src/device/protocol/frames.ts'
import { buildScript } from '../support/buildScript.ts'
import { firmwareFile, headline, nextStep, publish, update } from './detector.ts'
import { expect, signIn, test } from './portal.ts'
import { updateWords } from './updateWords.ts'

const w = updateWords.en

async function openTab(context: BrowserContext, script: string, isHost: boolean): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(`window.isSharedHidHost = ${String(isHost)};\n${script}`)
  return page
}

/** Clicks every button of the page, one after the other, as fast as possible. */
function pressEverything(page: Page): Promise<number> {
  return page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button, main summary')]
    for (const button of buttons) button.click()
    return buttons.length
  })
}

/** Notes each text about the firmware that the page shows from now on; returns how to read the notes. */
async function watchFirmware(page: Page): Promise<() => Promise<readonly string[]>> {
  const notes = await page.evaluateHandle(() => {
    const seen = new Set<string>()
    const look = () => {
      for (const term of document.querySelectorAll('main dt')) {
        if (term.textContent === 'Current firmware') seen.add(term.nextElementSibling?.textContent ?? '')
      }
    }
    look()
    new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true })
    return seen
  })
  return () => notes.evaluate((seen) => [...seen])
}

test('no button of a second tab sends anything during any phase of the first one’s update', async ({ context, request, page: unused }) => {
  await unused.close()
  const script = await buildScript('tests/e2e/sharedHid/sharedHid.ts')
  const { file, image } = firmwareFile(60_000)
  await publish(request, '9.1', file)
  const first = await openTab(context, script, true)
  const second = await openTab(context, script, false)
  await signIn(first, 'customer', /\/productUpdate\/index$/)
  await second.goto('/productUpdate/index')
  for (const page of [first, second]) {
    await nextStep(page).getByRole('button', { name: w.connect }).click()
    await expect(update(page)).toBeVisible()
  }

  await update(first).click()
  await expect(first.getByRole('dialog', { name: w.erasing })).toBeVisible()
  const before = await first.evaluate(() => window.sharedHid.sent.length)
  await expect(headline(second)).toHaveText(w.updatingTo('9.1'))
  await expect(nextStep(second)).toContainText(/\d+\s?%/)
  const firmwareSeen = await watchFirmware(second)
  // The detector itself knows when the last command came: what a busy page draws of it may be seconds old.
  for (;;) {
    expect(await pressEverything(second)).toBeGreaterThan(0)
    // Also behind the question, which hides the page from roles.
    const text = await second.locator('[data-step-headline]').textContent()
    const isComplete = await first.evaluate(
      ([from, complete]) => window.sharedHid.sent.slice(from).some(({ command }) => command === complete),
      [before, commands.programComplete] as const,
    )
    if (isComplete) break
    expect(text).toBe(w.updatingTo('9.1'))
  }
  await first.getByRole('button', { name: w.yes }).waitFor()
  const all = await first.evaluate(() => window.sharedHid.sent)
  // The lock ends here: from now on the second tab may read the detector again.
  const end = all.findLastIndex(({ command }) => command === commands.programComplete)
  const sent = all.slice(before, end + 1)
  expect(sent.filter(({ by }) => by === 'guest')).toEqual([])
  expect(sent.length).toBeGreaterThan(1_000)
  const flash = await first.evaluate(() => [...(window.sharedHid.simulator?.flash() ?? [])])
  expect(Buffer.from(flash).equals(Buffer.from(image))).toBe(true)
  // The second tab never says that the firmware is installed which is being replaced.
  await expect.poll(firmwareSeen).toContain(w.unknown)
  expect((await firmwareSeen()).filter((text) => text !== w.unknown && !text.startsWith(w.updatingTo('9.1')))).toEqual([])
  // The second tab asks the same question, and offers nothing before one of them has the answer.
  const question = second.getByRole('dialog', { name: w.didItRestart })
  await expect(question).toBeVisible()
  // Whether it is connected now depends on the button that was pressed last.
  for (const button of await update(second).all()) await button.evaluate((found: HTMLElement) => found.click())
  await expect(question).toBeVisible()
  await first.getByRole('button', { name: w.yes }).click()
  await expect(question).toBeHidden()
  await expect(headline(second)).toHaveText(/^Up to date$| has 9\.1$/)
  const ofGuest = await first.evaluate(() => window.sharedHid.sent.filter(({ by }) => by === 'guest').map(({ command }) => command))
  expect(ofGuest).not.toContain(commands.erase)
})
