/** Connections that fail without an unplug. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Incident, noFaults } from './faultPlan.ts'
import { createPerson } from './person.ts'
import { signInAsCustomer } from './portalPage.ts'
import { begin, connected, plugIn, secondVersion, type States, untilPercent, withinMs, type World } from './world.ts'

export const connectionStates: States = {
  async 'a node that cannot be opened, before any could be'(world) {
    const { browser, detector, finish, nextStep, see, page } = world
    await browser.bus.refuseOpen(true)
    await plugIn(world, {})
    await pressAndChoose(world, 'Connect my detector')
    const told = await see('Your system does not allow the browser to access the detector.')
    await page.getByLabel('udev rule').waitFor()
    await browser.bus.refuseOpen(false)
    await detector.pull()
    await detector.plugIn()
    await nextStep.getByRole('button', { name: 'Try again' }).click()
    await finish()
    return told
  },
  async 'a node that cannot be opened, and could be before'(world) {
    await connected(world, {})
    await world.browser.bus.refuseOpen(true)
    await world.page.getByRole('button', { name: 'Disconnect' }).click()
    await world.page
      .getByRole('button', { name: /^(?:Connect my|Reconnect the) detector$/ })
      .first()
      .click()
    const told = await world.see('Another program is using the detector. Close it and try again.')
    await world.browser.bus.refuseOpen(false)
    await world.finish()
    return told
  },
  async 'permission is taken back while it programs'(world) {
    await connected(world, {})
    await begin(world)
    await untilPercent(world.page, 40)
    const other = await world.page.context().newPage()
    await other.goto(`${world.server.url}/readyz`)
    await other.evaluate(async () => {
      for (const device of await navigator.hid.getDevices()) await device.forget()
    })
    await other.close()
    return seeLost(world)
  },
  async 'a handle dies while it programs'(world) {
    await connected(world, { incidents: [at('program', 0.4, { kind: 'deadHandle' })] })
    await begin(world)
    return seeLost(world)
  },
  async 'a handle dies while nothing is under way'(world) {
    await connected(world, {})
    await world.see(/checks? (?:passed|needs?)/)
    const told = world.see('The browser has lost the detector')
    void world.browser.bus.killHandles(told.catch(() => {}))
    await checkAgain(world)
    await told
    await world.finish()
    return told
  },
  async 'another browser updates it'(world) {
    await connected(world, {})
    const other = await world.browser.openOther()
    const person = createPerson(other, world.detector)
    await signInAsCustomer(other.page, world.server)
    await person.connect(withinMs)
    await person.chooseVersion(secondVersion)
    const ended = person.updateUntilComplete(withinMs, () => {})
    await untilPercent(other.page, 25)
    await checkAgain(world)
    const told = await world.see('Another browser or program is updating this detector')
    await ended
    await other.stop()
    await world.see(secondVersion)
    await world.finish()
    return told
  },
  async 'one detector has two interfaces'(world) {
    await connected(world, { hasMutedInterface: true })
    await world.finish()
    return 'nothing'
  },
  async 'the bootloader is another USB product'(world) {
    await connected(world, { jumps: true })
    await begin(world)
    const told = await world.see('Choose your detector once more')
    await world.finish()
    return told
  },
  async 'numbered reports'(world) {
    await plugIn(world, { hasNumberedReports: true, hasUsbSerial: false })
    await pressAndChoose(world, 'Connect my detector')
    const told = await world.see(/This detector uses numbered USB reports/)
    await world.detector.plan(noFaults)
    await world.detector.plugIn()
    await world.finish()
    return told
  },
  async 'the page is closed while it programs, and opened again'(world) {
    await connected(world, {})
    await begin(world)
    await untilPercent(world.page, 40)
    const other = await world.page.context().newPage()
    await world.page.close()
    await other.goto(`${world.server.url}/productUpdate/index`)
    const told = await world.see(/interrupted|stopped/, other)
    const person = createPerson({ page: other, screen: world.browser.screen }, world.detector)
    await person.updateUntilComplete(withinMs, (button) => world.pressed.push(button))
    return told
  },
}

async function checkAgain({ nextStep }: World): Promise<void> {
  await nextStep.getByText(/checks? (?:passed|needs?)/).click()
  await nextStep.getByRole('button', { name: 'Check again' }).click()
}

/** Presses it, and chooses the only device of the chooser. */
async function pressAndChoose({ page, nextStep, browser }: World, button: string): Promise<void> {
  await nextStep.getByRole('button', { name: button }).click()
  while (await page.evaluate(() => document.hasFocus())) await delay(50)
  await delay(700)
  await browser.screen.press('Tab', 'Down', 'Return')
}

async function seeLost(world: World): Promise<string> {
  const told = await world.see('The browser has lost the detector.')
  const text = await world.dialog.innerText()
  if (/cable|battery/.test(text)) throw new Error(`it names a cause that is none: ${text}`)
  await world.finish()
  return told
}

function at(command: Incident['at'], share: number, what: { readonly kind: 'deadHandle' }): Incident {
  return { at: command, share, nth: 1, ...what }
}
