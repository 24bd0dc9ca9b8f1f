/** A release with requirements and a hold, one that goes out by the clock, and one that is recalled: what an owner meets of them. */
import { connectSimulated, firmwareFile, headline, nextStep, publish, readFlash, update } from './detector.ts'
import { connectQuick, expect, seeItThrough, settled, test } from './field.ts'
import { signIn } from './portal.ts'
import { callRelease, scheduleRelease, stateOf, takeStep } from './releaseSteps.ts'

const recalled = 'was withdrawn'

test('a detector goes over the stepping stone, is kept from a held version, and off a withdrawn one', async ({ page, request }) => {
  const files = [1, 2, 3].map((minor) => firmwareFile(20_000, minor * 100))
  const [stone, target, held] = files
  if (stone === undefined || target === undefined || held === undefined) throw new Error('no files')
  await publish(request, '30.1', stone.file)
  const targetId = await publish(request, '30.2', target.file, false)
  await callRelease(request, targetId, 'requirements', [['steppingStone', '30.1']])
  // By the clock of due work, without anybody.
  await scheduleRelease(request, targetId, new Date(Date.now() + 1_500))
  await expect.poll(() => stateOf(request, targetId)).toBe('released')

  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await connectQuick(page)
  await expect(headline(page)).toHaveText('First 30.1')
  await expect(nextStep(page)).toContainText('30.2 comes in two steps: first 30.1, then 30.2.')
  await update(page).click()
  await seeItThrough(page)
  expect(Buffer.from(await readFlash(page)).equals(Buffer.from(stone.image))).toBe(true)
  await connectSimulated(page)
  await expect(headline(page)).toHaveText('Now 30.2')
  await update(page).click()
  await seeItThrough(page)
  expect(Buffer.from(await readFlash(page)).equals(Buffer.from(target.image))).toBe(true)

  const heldId = await publish(request, '30.3', held.file)
  const reasons: [string, string][] = [
    ['reasonEn', 'The restart fails; we are working on it'],
    ['reasonFr', 'Le redémarrage échoue ; nous y travaillons'],
  ]
  await callRelease(request, heldId, 'hold', reasons)
  await page.reload()
  await settled(page)
  await connectSimulated(page)
  await expect(nextStep(page)).toContainText('30.3 is not yet for your detector. The restart fails; we are working on it')

  await takeStep(request, targetId, 'withdraw')
  await page.reload()
  await expect(nextStep(page)).toContainText(recalled)
  await connectQuick(page)
  await expect(headline(page)).toHaveText('Replace 30.2 with 30.1')
  await expect.poll(() => mailsAbout('30.2')).toBe(1)
  await update(page).click()
  await seeItThrough(page)
  expect(Buffer.from(await readFlash(page)).equals(Buffer.from(stone.image))).toBe(true)
  await page.reload()
  await settled(page)
  await expect(nextStep(page)).not.toContainText(recalled)

  async function mailsAbout(versionName: string): Promise<number> {
    const messages = (await (await request.get('/backend/demoMailbox')).json()) as { recipient: string; text: string }[]
    return messages.filter(({ recipient, text }) => recipient === 'customer@example.com' && text.includes(`· ${versionName}`)).length
  }
})
