// @module-tag rest
/** What staff read on their dashboard of proofs of purchase that wait. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { linkedLists } from '../../../../../tests/component/dashboard.ts'
import { openApp, type Person } from '../../../../../tests/component/render.tsx'
import type { ProofSummary } from '../../../../contract/proofCheck.ts'

const oldest = '2026-11-12T10:00:00.000Z'

function open(summary: ProofSummary, as: Person = 'backoffice') {
  const calls = [linkedLists, { proofCheck: { getSummary: () => summary, take: () => ({ waiting: 0, proofs: [] }) } }]
  return openApp('/', { as, calls })
}

const late = page.getByText(/2 have waited for more than five working days\./)

describe('proofs that wait', () => {
  it('are counted on the dashboard, which leads to them [T938]', async () => {
    await open({ waiting: 1, late: 0, oldest })
    await expect.element(page.getByText('A proof of purchase is waiting')).toBeVisible()
    await expect.element(late).not.toBeInTheDocument()
    const { address } = await open({ waiting: 12, late: 2, oldest })
    await expect.element(page.getByText('12 proofs of purchase are waiting')).toBeVisible()
    await expect.element(page.getByText(/The oldest was sent on 12\/11\/2026\./)).toBeVisible()
    await expect.element(late).toBeVisible()
    await expectNoAxeFindings('proofs that wait')
    await page.getByRole('link', { name: 'Check proofs' }).click()
    await expect.poll(address).toBe('/proofCheck/index')
  })

  it('are not mentioned where there are none, nor to marketing', async () => {
    await open({ waiting: 0, late: 0, oldest: null })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Check proofs' })).not.toBeInTheDocument()
    const { seen } = await open({ waiting: 3, late: 0, oldest }, 'marketing')
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => seen.some(({ name }) => name === 'dashboard.getCardData')).toBe(true)
    expect(seen.some(({ name }) => name === 'proofCheck.getSummary')).toBe(false)
  })
})
