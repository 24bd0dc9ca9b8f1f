// @module-tag rest
/** Staff are told in how many days they have to add a second factor. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { callsOfAllScreens } from '../../../../tests/component/everyScreen.ts'
import { createFactors, factorWords } from '../../../../tests/component/factors.ts'
import { describeInEachLanguage, itOnce } from '../../../../tests/component/languages.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { factorGraceDays } from '../../../contract/rules.ts'

const daySeconds = 24 * 60 * 60

describeInEachLanguage('the days left to add a second factor (%s)', (locale) => {
  const w = factorWords[locale]
  const banner = page.getByRole('complementary', { name: w.banner, exact: true })

  function open(factorDueInSeconds: number | undefined, path = '/news/index') {
    const calls = [callsOfAllScreens(), createFactors({ isRequired: true }).calls]
    return openApp(path, { as: 'marketing', locale, calls, ...(factorDueInSeconds !== undefined && { factorDueInSeconds }) })
  }

  it.each([
    ['14 days', factorGraceDays * daySeconds, w.days],
    ['1 day', daySeconds, w.day],
    ['today', 1, w.today],
  ])('are counted (%s)', async (_, seconds, text) => {
    await open(seconds)
    await expect.element(banner).toMatchTextContent(text)
    expect(banner.getByRole('button').elements()).toEqual([])
  })

  it('lead to the card on the profile, also from there, and are gone once a factor was added', async () => {
    const { address } = await open(12 * daySeconds)
    await expectNoAxeFindings('days left to add a second factor')
    await banner.getByRole('link', { name: w.now }).click()
    await expect.poll(address).toBe('/profile#secondFactors')
    const card = page.getByRole('region', { name: w.card })
    await expect.element(card).toHaveFocus()
    await expect.element(card).toBeInViewport()
    await banner.getByRole('link', { name: w.now }).click()
    await expect.element(card).toHaveFocus()
    await card.getByRole('button', { name: w.addApp }).click()
    await page.getByLabelText(w.code, { exact: true }).fill('123456')
    await page.getByRole('button', { name: w.add, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: w.kept }).click()
    await expect.element(banner).not.toBeInTheDocument()
  })

  itOnce(locale, 'are not counted where none is due', async () => {
    await open(undefined)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.element(banner).not.toBeInTheDocument()
  })
})
