/** A release with requirements and a hold, one that goes out by the clock, and one that is recalled: what an owner meets of them. */
import type { Locale } from '../../src/contract/rules.ts'
import { connectSimulated, firmwareFile, headline, nextStep, publish, readFlash, setFaults, update } from './detector.ts'
import { expect, settled, test } from './field.ts'
import { signIn } from './portal.ts'
import { callRelease, scheduleRelease, stateOf, takeStep } from './releaseSteps.ts'
import { updateWords } from './updateWords.ts'
import { readIn } from './words.ts'

const texts = {
  en: {
    ...updateWords.en,
    first: 'First 30.1',
    inSteps: '30.2 comes in two steps: first 30.1, then 30.2.',
    now: 'Now 30.2',
    held: '30.3 is not yet for your detector. The restart fails; we are working on it',
    replace: 'Replace 30.2 with 30.1',
    recalled: 'was withdrawn',
  },
  fr: {
    ...updateWords.fr,
    first: 'D’abord la version 31.1',
    inSteps: 'La version 31.2 s’installe en deux étapes : d’abord la version 31.1, puis la version 31.2.',
    now: 'Maintenant la version 31.2',
    held: 'La version 31.3 n’est pas encore proposée pour votre détecteur. Le redémarrage échoue ; nous y travaillons',
    replace: 'Remplacer la version 31.2 par la version 31.1',
    recalled: 'a été retirée',
  },
} as const

for (const locale of ['en', 'fr'] as const satisfies readonly Locale[]) {
  test(`a detector goes over the stepping stone, is kept from a held version, and off a withdrawn one (${locale})`, async ({
    page,
    request,
  }) => {
    const w = texts[locale]
    const version = (minor: number) => `${locale === 'en' ? 30 : 31}.${minor}`
    const files = [1, 2, 3].map((minor) => firmwareFile(20_000, minor * 100 + (locale === 'en' ? 1 : 2)))
    const [stone, target, held] = files
    if (stone === undefined || target === undefined || held === undefined) throw new Error('no files')
    await publish(request, version(1), stone.file)
    const targetId = await publish(request, version(2), target.file, false)
    await callRelease(request, targetId, 'requirements', [['steppingStone', version(1)]])
    // By the clock of due work, without anybody.
    await scheduleRelease(request, targetId, new Date(Date.now() + 1_500))
    await expect.poll(() => stateOf(request, targetId), { timeout: 60_000 }).toBe('released')

    await readIn(page, locale)
    await signIn(page, 'customer', /\/productUpdate\/index$/)
    await connectSimulated(page)
    await setFaults(page, { latencyMs: 0, eraseMs: 0 })
    await expect(headline(page)).toHaveText(w.first)
    await expect(nextStep(page)).toContainText(w.inSteps)
    await update(page).click()
    await finish()
    expect(Buffer.from(await readFlash(page)).equals(Buffer.from(stone.image))).toBe(true)
    await connectSimulated(page)
    await expect(headline(page)).toHaveText(w.now)
    await update(page).click()
    await finish()
    expect(Buffer.from(await readFlash(page)).equals(Buffer.from(target.image))).toBe(true)

    const heldId = await publish(request, version(3), held.file)
    const reasons: [string, string][] = [
      ['reasonEn', 'The restart fails; we are working on it'],
      ['reasonFr', 'Le redémarrage échoue ; nous y travaillons'],
    ]
    await callRelease(request, heldId, 'hold', reasons)
    await page.reload()
    await settled(page)
    await connectSimulated(page)
    await expect(nextStep(page)).toContainText(w.held)

    await takeStep(request, targetId, 'withdraw')
    await page.reload()
    await expect(nextStep(page)).toContainText(w.recalled)
    await connectSimulated(page)
    await setFaults(page, { latencyMs: 0, eraseMs: 0 })
    await expect(headline(page)).toHaveText(w.replace)
    await expect.poll(() => mailsAbout(version(2))).toBe(1)
    await update(page).click()
    await finish()
    expect(Buffer.from(await readFlash(page)).equals(Buffer.from(stone.image))).toBe(true)
    await page.reload()
    await settled(page)
    await expect(nextStep(page)).not.toContainText(w.recalled)

    async function finish(): Promise<void> {
      await page.getByRole('dialog', { name: w.didItRestart }).getByRole('button', { name: w.yes }).click({ timeout: 60_000 })
      await page.getByRole('dialog', { name: w.complete }).getByRole('button', { name: w.done }).click()
    }

    async function mailsAbout(versionName: string): Promise<number> {
      const messages = (await (await request.get('/backend/demoMailbox')).json()) as { recipient: string; text: string }[]
      return messages.filter(({ recipient, text }) => recipient === 'customer@example.com' && text.includes(`· ${versionName}`)).length
    }
  })
}
