/**
 * The person at the update page: looks at it, and presses what it offers. Nothing else repairs an update: no reload, no script in the page. The
 * chooser is Chromium's; it is answered by keys.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Locator, Page } from 'playwright'
import type { Detector } from './detector.ts'
import type { HidBrowser } from './hidBrowser.ts'

/** What the page says of a connection only where it is so. */
export const claims = {
  deadHandle: 'The browser has lost the detector',
  otherUpdate: 'Another browser or program is updating this detector',
  jump: 'Choose your detector once more',
} as const
export type Claim = keyof typeof claims

/** In both languages of the page. */
const words = {
  nextStep: /^(?:Next step|Prochaine étape)$/,
  install: /^(?:Update to|Install|Finish the update|Passer à|Installer|Réinstaller|Terminer la)/,
  ofDialog:
    /^(?:Reconnect the detector|Back to the update|Choose the detector|Reconnecter le détecteur|Revenir à la mise à jour|Choisir le détecteur)$/,
  ofQuestion: /^Install/,
  connection: /^(?:Connect my detector|Reconnect the detector|Try again|Connecter mon détecteur|Reconnecter le détecteur|Réessayer)$/,
  check: /^(?:Check again|Vérifier à nouveau)$/,
  written: /^(?:Version|La version) (\S+) (?:has been written|a été installée)/,
  complete: /^(?:The update is complete|La mise à jour est terminée)/,
  done: /^(?:Done|Terminé)$/,
  restarted: /^(?:Yes, it restarted|Oui, il a redémarré)$/,
  notRestarted: /^(?:No|Non)$/,
  others: /^(?:Other versions and languages|Autres versions et langues)/,
}
export const nextStepOf = (page: Page) => page.getByRole('region', { name: words.nextStep })
export const installButtonOf = (page: Page) => nextStepOf(page).getByRole('button', { name: words.install })
/** Of the question before an older version. */
export const questionButtonOf = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: words.ofQuestion })

const chooserButton = 'Connect (of the chooser)'
const lookEveryMs = 100
/** The chooser lists the device soon after it has opened. */
const chooserMs = 700
/** Before the page's own answer to a press can be seen. */
const afterPressMs = 250

export type Person = {
  /** Presses until the page says that an update is complete; returns its version. Throws with what the page shows after `withinMs`. */
  readonly updateUntilComplete: (withinMs: number, onPress: (button: string) => void) => Promise<string>
  /** Connects until an update can be started. */
  readonly connect: (withinMs: number, onPress?: (button: string) => void) => Promise<void>
  /** Of those that are offered below the next step. */
  readonly chooseVersion: (versionName: string) => Promise<void>
}

/** `onRead` is called with each claim that the page makes, as often as it is read. */
export function createPerson(
  { page, screen }: Pick<HidBrowser, 'page' | 'screen'>,
  detector: Detector,
  onRead: (claim: Claim) => void = () => {},
): Person {
  const nextStep = nextStepOf(page)
  const install = installButtonOf(page)
  const dialog = page.getByRole('dialog')
  const ofDialog = dialog.getByRole('button', { name: words.ofDialog })
  const ofQuestion = questionButtonOf(page)
  const connection = nextStep.getByRole('button', { name: words.connection })
  const check = nextStep.getByRole('button', { name: words.check })

  async function read(): Promise<void> {
    for (const [claim, sentence] of Object.entries(claims)) {
      // The keys of `claims`.
      if (
        await page
          .getByText(sentence)
          .first()
          .isVisible()
          .catch(() => false)
      )
        onRead(claim as Claim)
    }
  }

  /** An open chooser has the focus that the page has lost. */
  async function answerChooser(): Promise<boolean> {
    if (await hasFocus(page)) return false
    await delay(chooserMs)
    if (!detector.isPlugged()) return true
    // From Cancel to the list, to its first device, and the button of the dialog.
    await screen.press('Tab', 'Down', 'Return')
    await delay(afterPressMs)
    if (!(await hasFocus(page))) await screen.press('Escape')
    return true
  }

  async function pressConnection(): Promise<string | null> {
    // The page says "Plug it back in, then connect it".
    return detector.isPlugged() ? press(connection) : null
  }

  async function updateUntilComplete(withinMs: number, onPress: (button: string) => void): Promise<string> {
    const giveUpAtMs = performance.now() + withinMs
    let versionName: string | null = null
    let isComplete = false
    while (performance.now() < giveUpAtMs) {
      await delay(lookEveryMs)
      await read()
      if (await answerChooser()) {
        onPress(chooserButton)
        continue
      }
      const written = await textOf(dialog.getByText(words.written))
      if (written !== null) {
        versionName = words.written.exec(written)?.[1] ?? null
        onPress(await answerRestart())
        continue
      }
      isComplete ||= (await textOf(dialog.getByText(words.complete))) !== null
      if (isComplete) {
        // On a busy computer a press may close the dialog and seem to have failed.
        if ((await press(page.getByRole('button', { name: words.done }))) === null && !(await dialog.isVisible()))
          return versionName ?? 'unknown'
        continue
      }
      const pressed = (await press(ofDialog)) ?? (await press(ofQuestion)) ?? (await pressConnection()) ?? (await pressInstall())
      if (pressed === null) continue
      onPress(pressed)
      await delay(afterPressMs)
    }
    throw new Error(`the page does not come to an end; it shows: ${await shown(page)}`)
  }

  /** The install button waits while a check refuses. */
  async function pressInstall(): Promise<string | null> {
    if (!(await install.isVisible().catch(() => false))) return null
    return (await install.isEnabled({ timeout: 500 }).catch(() => false)) ? press(install) : press(check)
  }

  async function answerRestart(): Promise<string> {
    const hasRestarted = !detector.hasFailedToRestart()
    // "It should now switch on by itself, or when you press the power button."
    if (hasRestarted && detector.bootloader.isComplete()) {
      await detector.pull()
      await detector.plugIn()
    }
    const pressed = await press(page.getByRole('button', { name: hasRestarted ? words.restarted : words.notRestarted }))
    await delay(afterPressMs)
    return pressed ?? 'nothing'
  }

  async function connect(withinMs: number, onPress: (button: string) => void = () => {}): Promise<void> {
    const giveUpAtMs = performance.now() + withinMs
    while (performance.now() < giveUpAtMs) {
      await delay(lookEveryMs)
      await read()
      if (await answerChooser()) {
        onPress(chooserButton)
        continue
      }
      if (await install.isVisible().catch(() => false)) return
      const pressed = await pressConnection()
      if (pressed === null) continue
      onPress(pressed)
      await delay(afterPressMs)
    }
    throw new Error(`the detector is not connected; the page shows: ${await shown(page)}`)
  }

  async function chooseVersion(versionName: string): Promise<void> {
    const version = nextStep.getByLabel('Version', { exact: true })
    if (!(await version.isVisible())) await nextStep.getByText(words.others).click({ timeout: 10_000 })
    const option = version.locator('option', { hasText: new RegExp(`^${versionName.replace('.', String.raw`\.`)} `) })
    await version.selectOption((await option.getAttribute('value')) ?? '', { timeout: 10_000 })
  }

  return { updateUntilComplete, connect, chooseVersion }
}

/** Presses it if it is there and can be pressed now. */
async function press(button: Locator): Promise<string | null> {
  if (!(await button.isVisible().catch(() => false))) return null
  const name = await button.innerText({ timeout: 500 }).catch(() => '')
  const isPressed = await button.click({ timeout: 1_000 }).then(
    () => true,
    // It has gone, or cannot be pressed any more: look again.
    () => false,
  )
  return isPressed ? name : null
}

function hasFocus(page: Page): Promise<boolean> {
  // The page that reloads itself has none for a moment, and no chooser either.
  return page.evaluate(() => document.hasFocus()).catch(() => true)
}

async function textOf(found: Locator): Promise<string | null> {
  return (await found.isVisible().catch(() => false)) ? found.innerText({ timeout: 500 }).catch(() => null) : null
}

async function shown(page: Page): Promise<string> {
  const text = await page
    .locator('body')
    .innerText()
    .catch(() => 'nothing')
  return text.replaceAll(/\s*\n\s*/g, ' · ')
}
