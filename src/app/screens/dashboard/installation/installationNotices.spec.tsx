// @module-tag rest
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { linkedLists } from '../../../../../tests/component/dashboard.ts'
import type { FakeCalls } from '../../../../../tests/component/fakeApi.ts'
import { openApp, type Person } from '../../../../../tests/component/render.tsx'
import { alertKinds, type InstallationState } from '../../../../contract/installation.ts'
import { AppError } from '../../../../errors.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'

const since = '2026-11-21T10:00:00.000Z'
const broken: InstallationState = { alerts: alertKinds.map((kind) => ({ kind, since })), restoredFrom: null }
const restored: InstallationState = { alerts: [], restoredFrom: since }
const date = formatDateTime(since)

const w = {
  title: 'The portal needs attention',
  first: `Messages are not being sent since ${date} Check the mail server and the SMS gateway. Nothing is lost yet: messages are tried again.`,
  restored: `This portal was restored from the backup of ${date}`,
  resume: 'Put back into service',
} as const

/** The server, which knows one state until an administrator says go. */
function open(state: InstallationState, as: Person = 'admin', others: FakeCalls['installation'] = {}) {
  let current = state
  const resume = () => {
    current = { ...current, restoredFrom: null }
    return {}
  }
  return openApp('/', { as, calls: { ...linkedLists, installation: { getState: () => current, resume, ...others } } })
}

const plain = (text: string | null) => text?.replaceAll(/\s+/g, ' ').trim()

describe('the notices of the dashboard', () => {
  const list = page.getByRole('list', { name: w.title })

  it('says what is wrong, since when and what to do, without an axe finding [T88]', async () => {
    await open(broken)
    await expect.element(list).toBeVisible()
    const items = list.getByRole('listitem').elements()
    expect(items).toHaveLength(alertKinds.length)
    const parts = [...(items[0]?.querySelectorAll('p > span, p + p') ?? [])].map(({ textContent }) => plain(textContent))
    expect(parts.join(' ')).toBe(w.first)
    await expectNoAxeFindings('alerts')
    await page.viewport(390, 844)
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })

  it('asks before a restored portal goes back into service [T89]', async () => {
    const { seen } = await open(restored)
    const title = page.getByText(w.restored)
    const resume = page.getByRole('button', { name: w.resume })
    const resumed = () => seen.filter(({ name }) => name === 'installation.resume')
    await expect.element(title).toBeVisible()
    await expect.element(page.getByText('No mail is sent and no firmware newly offered until you say so.')).toBeVisible()
    await expectNoAxeFindings('restored')
    await resume.click()
    const question = page.getByRole('alertdialog', { name: 'Put the portal back into service?' })
    await expect.element(question).toMatchTextContent(date)
    await expectNoAxeFindings('question')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(resumed()).toHaveLength(0)
    await resume.click()
    await question.getByRole('button', { name: w.resume }).click()
    await expect.element(title).not.toBeInTheDocument()
    await expect.element(page.getByText('The portal is back in service')).toBeVisible()
    await expect.element(page.getByRole('main')).toHaveFocus()
    expect(resumed()).toHaveLength(1)
  })
})

it('shows nothing where nothing is wrong, nor to anybody but administrators', async () => {
  const { seen } = await open({ alerts: [], restoredFrom: null })
  await expect.poll(() => seen.map(({ name }) => name)).toContain('installation.getState')
  await expect.element(page.getByRole('slider')).toBeVisible()
  await expect.element(page.getByText(w.title)).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: w.resume })).not.toBeInTheDocument()
})

it.each(['marketing', 'backoffice'] as const)('does not ask for %s', async (as) => {
  const { seen } = await open(broken, as)
  await expect.element(page.getByRole('slider')).toBeVisible()
  expect(seen.map(({ name }) => name)).not.toContain('installation.getState')
  await expect.element(page.getByText(w.title)).not.toBeInTheDocument()
})

it('says why a restored portal could not go back into service, and keeps the button', async () => {
  await open(restored, 'admin', {
    resume() {
      throw new AppError('service.unavailable.error')
    },
  })
  const resume = page.getByRole('button', { name: w.resume })
  await resume.click()
  await page.getByRole('alertdialog').getByRole('button', { name: w.resume }).click()
  await expect.element(page.getByRole('listitem').filter({ hasText: /./ }).first()).toBeVisible()
  await expect.element(resume).toBeVisible()
})
