// @module-tag rest
/** Updates of a detector while others change the page. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type CustomerWorld, createCustomer } from '../../../../../tests/component/customer.ts'
import { addIcons, markWords, translatePage } from '../../../../../tests/component/foreignPage.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { connectSimulated, flashOfDetector, letGo, setFaults, update } from '../../../../../tests/component/updatePage.ts'

let world: CustomerWorld
let endForeign: () => void = () => {}

beforeEach(() => {
  world = createCustomer()
})
afterEach(async () => {
  endForeign()
  await letGo()
})

const marked = () => translatePage((text) => `${text}§`)
const bar = () => page.getByRole('progressbar')
const percentOf = () => Number(bar().query()?.getAttribute('aria-valuenow') ?? -1)
/** The number beside the bar. */
const shownPercent = () => page.getByRole('dialog').getByText(/^\d+\s?%$/)

const words = {
  en: { programming: /Programming/, question: /Did your detector restart/, yes: /Yes, it restarted/, complete: /The update is complete/ },
  fr: { programming: /Programmation/, question: /a-t-il redémarré/, yes: /Oui/, complete: /mise à jour est terminée/ },
} as const

it.each<['en' | 'fr', string, 'before' | 'in mid-flash', () => () => void]>([
  ['en', 'a translator', 'before', marked],
  ['fr', 'a translator', 'in mid-flash', marked],
  ['fr', 'a translator', 'before', marked],
  ['en', 'a dictionary', 'in mid-flash', markWords],
  ['en', 'a password manager', 'before', addIcons],
])('in %s, %s begun %s changes nothing of an update', async (locale, _, when, begin) => {
  const w = words[locale]
  const image = await world.publish('9.4', 60_000)
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls, locale })
  await connectSimulated({ latencyMs: 2 })
  if (when === 'before') endForeign = begin()
  await update().click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent(w.programming)
  if (when === 'in mid-flash') endForeign = begin()
  const before = percentOf()
  await expect.poll(percentOf).toBeGreaterThan(before)
  // What is read goes on with the bar.
  const first = shownPercent().element().textContent
  await expect.poll(() => shownPercent().element().textContent).not.toBe(first)
  setFaults()
  await expect.element(page.getByRole('dialog')).toMatchTextContent(w.question)
  await page.getByRole('button', { name: w.yes }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent(w.complete)
  expect(flashOfDetector()).toEqual(image)
})
