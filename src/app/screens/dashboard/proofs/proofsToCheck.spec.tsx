// @module-tag rest
/** What staff read on their dashboard of proofs of purchase that wait. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import type { FakeCalls } from '../../../../../tests/component/fakeApi.ts'
import { fakeTable } from '../../../../../tests/component/fakeTable.ts'
import { openApp, type Person } from '../../../../../tests/component/render.tsx'
import type { ProofSummary } from '../../../../contract/proofCheck.ts'

const oldest = '2026-11-12T10:00:00.000Z'
/** The mouse may rest on a card, whose list is then fetched ahead. */
const linkedLists: FakeCalls = { user: fakeTable(() => []), firmware: fakeTable(() => []) }

function open(summary: ProofSummary, { as = 'backoffice' }: { as?: Person } = {}) {
  const calls = [linkedLists, { proofCheck: { getSummary: () => summary, take: () => ({ waiting: 0, proofs: [] }) } }]
  return openApp('/', { as, calls })
}

const w = {
  one: 'A proof of purchase is waiting',
  many: '12 proofs of purchase are waiting',
  oldest: /The oldest was sent on 12\/11\/2026\./,
  late: /2 have waited for more than five working days\./,
  link: 'Check proofs',
} as const

describe('proofs that wait', () => {
  it('are counted on the dashboard, which leads to them [T938]', async () => {
    await open({ waiting: 1, late: 0, oldest })
    await expect.element(page.getByText(w.one)).toBeVisible()
    await expect.element(page.getByText(w.late)).not.toBeInTheDocument()
    const { address } = await open({ waiting: 12, late: 2, oldest })
    await expect.element(page.getByText(w.many)).toBeVisible()
    await expect.element(page.getByText(w.oldest)).toBeVisible()
    await expect.element(page.getByText(w.late)).toBeVisible()
    await expectNoAxeFindings('proofs that wait')
    await page.getByRole('link', { name: w.link }).click()
    await expect.poll(address).toBe('/proofCheck/index')
  })
})

describe('proofs that wait', () => {
  it('are not mentioned where there are none, nor to marketing', async () => {
    await open({ waiting: 0, late: 0, oldest: null })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Check proofs' })).not.toBeInTheDocument()
    const { seen } = await open({ waiting: 3, late: 0, oldest }, { as: 'marketing' })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => seen.some(({ name }) => name === 'dashboard.getCardData')).toBe(true)
    expect(seen.some(({ name }) => name === 'proofCheck.getSummary')).toBe(false)
  })
})
