/** What a computer does to an update: hides its page, sleeps, dies, gives way to another computer, has another clock. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Page } from 'playwright'
import type { OpenBrowser } from './hidBrowser.ts'
import { signInAsCustomer } from './portalPage.ts'
import { beginUntilMidFlash, connected, inOneLine, outcomeOf, type States, until, withinMs, type World, worldBefore } from './world.ts'

const sleepSeconds = 20
const hourSeconds = 3600

export const computerStates: States = {
  async 'another tab is in front from mid-flash to the end'(world) {
    await connected(world)
    await beginUntilMidFlash(world)
    const other = await world.page.context().newPage()
    await other.bringToFront()
    const told = await endedHidden(world)
    await other.close()
    await world.page.bringToFront()
    await world.finish()
    return told
  },
  async 'the window is minimised from mid-flash to the end'(world) {
    await connected(world)
    await beginUntilMidFlash(world)
    const client = await world.page.context().newCDPSession(world.page)
    const { windowId } = await client.send('Browser.getWindowForTarget')
    await client.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'minimized' } })
    const told = await endedHidden(world)
    await client.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } })
    await world.finish()
    return told
  },
  async 'the computer sleeps in mid-flash, and the detector with it'(world) {
    await connected(world)
    await beginUntilMidFlash(world)
    // The detector is a part of this process.
    await sleep([...world.browser.pids(), process.pid])
    return finishAfter(world)
  },
  async 'the browser alone sleeps in mid-flash'(world) {
    await connected(world)
    await beginUntilMidFlash(world)
    await sleep(world.browser.pids())
    return finishAfter(world)
  },
  async 'the computer sleeps in mid-flash, and takes the power from its ports'(world) {
    await connected(world)
    await beginUntilMidFlash(world)
    const asleep = sleep(world.browser.pids())
    await world.detector.pull()
    await world.detector.plugIn()
    await asleep
    return finishAfter(world)
  },
  async 'the browser is killed in mid-flash, and started again'(world) {
    await connected(world)
    await beginUntilMidFlash(world)
    world.browser.kill()
    const again = worldBefore(world, await world.browser.openOther({ kept: world.browser.profile }))
    // At first it may know of the server's record alone, and then of its own.
    const told = [await reopened(again), await again.see(/has no firmware/)]
    await again.finish()
    return told.join(' // ')
  },
  async 'the cable is pulled in mid-flash, and another computer goes on'(world) {
    return goOnElsewhere(world, [0, 0], async (first) => {
      await first.detector.pull()
      await outcomeOf(first)
    })
  },
  async 'the browser is killed in mid-flash, and another computer goes on'(world) {
    return goOnElsewhere(world, [0, 0], () => Promise.resolve())
  },
  async 'clocks: an hour ahead, cut, and an hour behind'(world) {
    return goOnElsewhere(world, [hourSeconds, -hourSeconds], () => Promise.resolve())
  },
  async 'clocks: an hour behind, cut, and an hour ahead'(world) {
    return goOnElsewhere(world, [-hourSeconds, hourSeconds], async (first) => {
      await first.detector.pull()
      await outcomeOf(first)
    })
  },
}

/** The title is all that a hidden page shows. */
async function endedHidden({ page }: World): Promise<string> {
  const isHidden = () => page.evaluate(() => document.visibilityState === 'hidden')
  await until('a hidden page', isHidden)
  await until('its question', async () => /restart/.test(await page.title()))
  if (!(await isHidden())) throw new Error('the page was shown meanwhile')
  return page.title()
}

/** Stops the processes and wakes them again, from outside: this one may be among them. */
async function sleep(pids: readonly number[]): Promise<void> {
  const all = pids.join(' ')
  await once(spawn('sh', ['-c', `kill -STOP ${all}; sleep ${sleepSeconds}; kill -CONT ${all}`], { stdio: 'ignore' }), 'exit')
}

async function finishAfter(world: World): Promise<string> {
  const told = await outcomeOf(world)
  await world.finish()
  return told
}

/** Opens the page as a person does who has closed nothing; signs in if that is asked. */
async function reopened(world: World): Promise<string> {
  const { page, server, nextStep } = world
  await page.goto(`${server.url}/productUpdate/index`)
  const email = page.getByLabel('Email')
  await email.or(nextStep).first().waitFor()
  const isAsked = await email.isVisible()
  if (isAsked) await signInAsCustomer(page, server)
  return `${isAsked ? '(signed in again) ' : ''}${await inOneLine(nextStep)}`
}

/**
 * Begun on one computer and cut there; finished on another, which has never seen it, by the same account. What the first one says in the end is
 * told too. Their clocks are this far ahead of the server's.
 */
async function goOnElsewhere(world: World, ahead: readonly [number, number], cut: (first: World) => Promise<void>): Promise<string> {
  const beganAtMs = Date.now()
  const [one, other] = ahead.map((aheadSeconds) => ({ aheadSeconds }))
  const first = await signedIn(world, await world.browser.openOther(one))
  const offSeconds = ((await first.page.evaluate(() => Date.now())) - Date.now()) / 1000
  if (Math.abs(offSeconds - ahead[0]) > 60) throw new Error(`the clock is ${offSeconds} s ahead`)
  await connected(first)
  await beginUntilMidFlash(first)
  await cut(first)
  first.browser.kill()
  await first.detector.pull()

  const second = await signedIn(world, await world.browser.openOther(other))
  const told = [await settled(second)]
  await second.detector.plugIn()
  await second.person.connect(withinMs, (button) => world.pressed.push(button))
  told.push(await settled(second))
  await second.finish()
  await second.detector.pull()

  const again = worldBefore(world, await world.browser.openOther({ ...one, kept: first.browser.profile }))
  told.push(await reopened(again))
  // The server knows better than this computer's journal, which may be read first.
  await until('no more word of missing firmware', async () => !/no firmware/.test(await inOneLine(again.nextStep)))
  await again.detector.plugIn()
  await again.person.connect(withinMs)
  told.push(await settled(again), await history(again, beganAtMs))
  return told.join(' // ')
}

async function signedIn(world: World, browser: OpenBrowser): Promise<World> {
  await signInAsCustomer(browser.page, world.server)
  return worldBefore(world, browser)
}

const pastUpdates = (page: Page) => page.getByRole('region', { name: 'Past updates' }).getByRole('listitem')

/** What the next step says once the account's detectors are known. */
async function settled({ page, nextStep }: World): Promise<string> {
  await pastUpdates(page).first().waitFor()
  return inOneLine(nextStep)
}

/** The cut update and the one after it, as the page lists them. Throws if their times are not. */
async function history({ page }: World, beganAtMs: number): Promise<string> {
  const two = [1, 0].map((index) => pastUpdates(page).nth(index))
  const rows = () => Promise.all(two.map(inOneLine))
  await until('two ends in the list', async () => !/Running|Not reported/.test((await rows()).join(' ')))
  const times = await Promise.all(two.map((row) => row.locator('time').getAttribute('datetime')))
  const [cutMs = 0, endMs = 0] = times.map((time) => Date.parse(time ?? ''))
  if (!(beganAtMs <= cutMs && cutMs < endMs && endMs <= Date.now())) throw new Error(`the times are wrong: ${times.join(', ')}`)
  return (await rows()).join(' / ')
}
