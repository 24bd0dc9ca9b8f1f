/** What others do: a program that asks the same detector, a translator that works on the page. */
import { join } from 'node:path'
import type { Page } from 'playwright'
import { buildScript } from '../../support/buildScript.ts'
import { helloRequest, identityRequest } from './bootloader.ts'
import { begin, beginUntilMidFlash, connected, outcomeOf, type States, type World } from './world.ts'

const askEveryMs = 5

export const foreignStates: States = {
  async 'chatter: another program asks for the identity all the time'(world) {
    const endings = [identityRequest(), helloRequest()].map((report) => world.browser.bus.chatter(report, askEveryMs))
    await connected(world)
    await begin(world)
    return finishAfter(world, endings)
  },
  async 'chatter: another program begins to ask in mid-flash'(world) {
    await connected(world)
    await beginUntilMidFlash(world)
    const endings = [identityRequest(), helloRequest()].map((report) => world.browser.bus.chatter(report, askEveryMs))
    return finishAfter(world, endings)
  },
  async 'translated before an update'(world) {
    await connected(world)
    await translate(world.page)
    await beginUntilMidFlash(world)
    return finishTranslated(world)
  },
  async 'translated in mid-flash'(world) {
    await connected(world)
    await beginUntilMidFlash(world)
    await translate(world.page)
    return finishTranslated(world)
  },
  async 'translated from French, before an update'(world) {
    return inFrench(world, async () => {
      await connected(world)
      await translate(world.page)
      await beginUntilMidFlash(world)
      return finishTranslated(world)
    })
  },
  async 'translated from French, in mid-flash'(world) {
    return inFrench(world, async () => {
      await connected(world)
      await beginUntilMidFlash(world)
      await translate(world.page)
      return finishTranslated(world)
    })
  },
}

async function finishAfter(world: World, endings: readonly (() => void)[]): Promise<string> {
  const told = await outcomeOf(world)
  await world.finish()
  for (const end of endings) end()
  return told
}

/** The account has the language too, for the states after this one. */
async function inFrench({ page }: World, play: () => Promise<string>): Promise<string> {
  await page.getByRole('button', { name: 'Français' }).click()
  await page.getByRole('region', { name: 'Prochaine étape' }).waitFor()
  try {
    return await play()
  } finally {
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('region', { name: 'Next step' }).waitFor()
  }
}

/** As component tests have it (tests/component/foreignPage.ts); the words stay, so that the person finds them. */
async function translate(page: Page): Promise<void> {
  const script = await buildScript(join(import.meta.dirname, '../../component/foreignPage.ts'))
  await page.evaluate(`${script}; script.translatePage()`)
}

async function finishTranslated(world: World): Promise<string> {
  const told = await outcomeOf(world)
  if ((await world.dialog.locator('font font').count()) === 0) throw new Error('nobody has translated the dialog')
  await world.finish()
  return told
}
