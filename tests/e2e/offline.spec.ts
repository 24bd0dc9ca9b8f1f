import { createHash } from 'node:crypto'
import type { Page } from 'playwright/test'
import { chooseVersion, connectSimulated, firmwareFile, nextStep, publish, readFlash } from './detector.ts'
import {
  connectQuick,
  expect,
  expectOneSuccess,
  expectReadyOffline,
  expectShown,
  fieldCard,
  seeItThrough,
  signInHere,
  test,
  update,
  openFieldCard,
} from './field.ts'

const addressOf = (file: Uint8Array) => `/backend/image/${createHash('sha256').update(file).digest('hex')}`

/** As if the browser had deleted an image. */
const drop = (page: Page, address: string) =>
  page.evaluate(async (path) => {
    const names = (await caches.keys()).filter((name) => name.startsWith('fieldport-images-'))
    return Promise.all(names.map(async (name) => (await caches.open(name)).delete(path)))
  }, address)

test('the newest firmware of each own model is downloaded in advance, can be removed and downloaded again, and others can be kept', async ({
  page,
}) => {
  await signInHere(page)
  await openFieldCard(page)
  await expect(fieldCard(page).getByText('Ready offline').first()).toBeVisible()
  const row = fieldCard(page).getByRole('listitem').filter({ hasText: 'newest' }).first()
  await row.getByRole('button', { name: /^Remove/ }).click()
  await expect(row.getByRole('button', { name: /^Make available offline/ })).toBeVisible()
  await page.reload()
  await openFieldCard(page)
  await expect(row.getByRole('button', { name: /^Make available offline/ })).toBeVisible()
  await row.getByRole('button', { name: /^Make available offline/ }).click()
  await expect(row.getByText('Ready offline')).toBeVisible()

  await connectSimulated(page)
  await chooseVersion(page, { index: 1 })
  const card = nextStep(page)
  await card.getByRole('button', { name: /^Make available offline/ }).click()
  await expect(card.getByText('Ready offline')).toBeVisible()
  await expect(fieldCard(page).getByText('older')).toBeVisible()
})

test(
  'a whole update from a cold start while offline writes the exact bytes, and the server later gets one record with its own date',
  { tag: '@convincing' },
  async ({ page, network, request }) => {
    const { file, image } = firmwareFile(20_000)
    await publish(request, '9.1', file)
    await signInHere(page)
    await expectReadyOffline(page, '9.1')
    await network.cut()

    await page.reload()
    await expect(page.getByText('You are offline.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'My equipment' }).getByText(/^As of \d/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Coils without a detector' }).getByText(/^As of \d/)).toBeVisible()
    await connectQuick(page)
    await expect(update(page)).toContainText('9.1')
    const startedAt = Date.now()
    await update(page).click()
    await seeItThrough(page)
    expect(Buffer.from(await readFlash(page)).equals(Buffer.from(image))).toBe(true)
    await expect(page.getByText('1 update result waiting to be sent')).toBeVisible()

    await page.reload()
    await expect(page.getByText('1 update result waiting to be sent')).toBeVisible()
    const endedAt = Date.now()
    await network.restore()
    await expect(page.getByText('1 update result waiting to be sent')).toBeHidden()
    await expectShown(page, '9.1')
    await expectOneSuccess(request, '9.1', startedAt, endedAt)
  },
)

test('the service worker keeps an image that anything on the page asks for by its address, and answers it offline', async ({
  page,
  network,
  request,
}) => {
  const { file } = firmwareFile(2_000, 92)
  await publish(request, '9.2', file)
  await signInHere(page)
  await expectReadyOffline(page, '9.2')
  const address = addressOf(file)
  const ask = () => page.evaluate(async (path) => [...new Uint8Array(await (await fetch(path)).arrayBuffer())], address)
  expect(await drop(page, address)).toEqual([true])
  expect(await ask()).toEqual([...file])
  await network.cut()
  expect(await ask()).toEqual([...file])
  expect(await drop(page, address)).toEqual([true])
})

test('an installed app fetches images from an origin that the operator names later', async ({ page, server, request, expectComplaint }) => {
  const { file } = firmwareFile(2_000, 93)
  await publish(request, '9.3', file)
  const [origin, address] = ['https://firmware.example.com', addressOf(file)]
  const asked: string[] = []
  await page.route(`${origin}/**`, (route) => {
    asked.push(new URL(route.request().url()).pathname)
    return route.fulfill({ body: Buffer.from(file), headers: { 'Access-Control-Allow-Origin': '*' } })
  })
  await signInHere(page)
  await expectReadyOffline(page, '9.3')
  await server.stop()
  await server.start({ FIRMWARE_ORIGIN: origin })
  // The page still has the policy that it was installed with.
  expectComplaint(origin)
  // While Playwright routes a page, the browser refuses what only a cache may answer.
  expectComplaint('net::ERR_FAILED')
  const fetches = async () => {
    await page.reload()
    return page.evaluate(
      (url) =>
        fetch(url).then(
          ({ ok }) => ok,
          () => false,
        ),
      origin + address,
    )
  }
  await expect.poll(fetches).toBe(true)
  asked.length = 0
  await drop(page, address)
  await page.reload()
  await expect.poll(() => asked).toEqual([address])
  await page.goto('about:blank')
  await server.stop()
  await server.start()
})

test('an unknown detector says why it needs a connection once, and can be updated after it', async ({ page, network }) => {
  await signInHere(page, 'beta')
  await network.cut()
  await page.reload()
  await page.getByRole('button', { name: 'Use the simulated detector' }).click()
  await expect(page.getByRole('heading', { name: 'Internet connection needed' })).toBeVisible()
  await network.restore()
  await expect(update(page)).toBeVisible()
})
