// @module-tag rest
/** Recovery codes, which are shown once: how they are kept, and that nothing closes them by accident. */
import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { expectNoOverflow } from '../../../../tests/component/accountForms.ts'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { callsOfAllScreens } from '../../../../tests/component/everyScreen.ts'
import { codesOf, createFactors, factorWords, phone } from '../../../../tests/component/factors.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { watchSavedFiles } from '../../../../tests/component/savedFiles.ts'
import { textsOf } from '../../../../tests/component/textsOf.ts'
import { formatDate } from '../../i18n/formatDate.ts'

const codes = codesOf('B')
const today = formatDate(new Date().toISOString())
const w = {
  ...factorWords,
  copy: 'Copy',
  about: `Recovery codes for customer@example.com at Fieldport, made on ${today}.`,
  sheet: ['Fieldport', 'Recovery codes', 'Account', 'customer@example.com', 'Made on', today],
} as const

const dialog = page.getByRole('dialog', { name: w.keep })

async function makeCodes(history?: RouterHistory): Promise<void> {
  const { calls } = createFactors({ factors: [phone] })
  await openApp('/profile', { as: 'customer', calls: [callsOfAllScreens(), calls], ...(history && { history }) })
  await page.getByRole('button', { name: w.makeCodes }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: w.makeAction }).click()
}

describe('new recovery codes', () => {
  beforeEach(() => makeCodes())

  it('fit on a phone, and stay until somebody says that they are kept: Escape and a click outside close nothing', async () => {
    await expect.element(dialog).toBeVisible()
    await expectNoAxeFindings('recovery codes')
    await page.viewport(360, 740)
    expectNoOverflow()
    for (const item of dialog.getByRole('listitem').elements()) expect(item.scrollWidth).toBeLessThanOrEqual(item.clientWidth)
    await page.viewport(1280, 720)
    await userEvent.keyboard('{Escape}')
    await userEvent.click(document.body, { position: { x: 5, y: 300 }, force: true })
    await expect.element(dialog).toBeVisible()
    expect(textsOf(dialog.getByRole('listitem'))).toEqual(codes)
    await dialog.getByRole('button', { name: w.kept }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(document.body).not.toMatchTextContent(codes[0] ?? '')
  })

  it('are copied, where the browser does not refuse, downloaded and printed alone, with account, portal and day', async () => {
    const saved = watchSavedFiles()
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    await dialog.getByRole('button', { name: w.copy }).click()
    await expect.element(page.getByText('Your browser did not allow copying.')).toBeVisible()
    writeText.mockResolvedValue()
    await dialog.getByRole('button', { name: w.copy }).click()
    await expect.element(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(writeText).toHaveBeenCalledWith(codes.join('\n'))
    await dialog.getByRole('button', { name: 'Download' }).click()
    expect(saved).toMatchObject([{ name: 'Fieldport recovery codes.txt' }])
    const lines = (await saved[0]?.text)?.split('\r\n') ?? []
    expect(lines[0]).toContain(w.about)
    expect(lines.slice(2, 12)).toEqual(codes)

    const print = vi.spyOn(globalThis, 'print').mockReturnValue()
    await dialog.getByRole('button', { name: 'Print' }).click()
    expect(print).toHaveBeenCalledOnce()
    await commands.emulatePrint(true)
    const shown = [...document.body.children].filter((element) => getComputedStyle(element).display !== 'none')
    await commands.emulatePrint(false)
    expect(shown).toHaveLength(1)
    for (const text of [...w.sheet, ...codes]) expect(shown[0]).toMatchTextContent(text)
    expect(shown[0]?.checkVisibility()).toBe(false)
  })
})

it('the way back does not lead past recovery codes that are not kept', async () => {
  const { href } = location
  const state: unknown = history.state
  const own = createBrowserHistory()
  onTestFinished(() => {
    own.destroy()
    history.replaceState(state, '', href)
  })
  for (const path of ['/productUpdate/index', '/profile']) {
    own.push(path)
    own.flush()
  }
  await makeCodes(own)
  await expect.element(dialog).toBeVisible()
  const wentBack = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  own.back()
  await wentBack
  await expect.poll(() => location.pathname).toBe('/profile')
  await expect.element(dialog.getByText(codes[0] ?? '')).toBeVisible()
  await dialog.getByRole('button', { name: w.kept }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  own.back()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Product updates' })).toBeVisible()
})
