/** All that the screens of a product and of a firmware show. A user's: screens/user/userShow.spec.tsx. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { noOutcomes } from '../../../../tests/component/outcomes.ts'
import { shownFirmware, shownProduct, shownRelease } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'

const release = { get: () => shownRelease(), getOutcomes: () => noOutcomes }

/** The names of facts, with their values. */
async function facts(): Promise<[string, string][]> {
  await expect.element(page.getByRole('definition').first()).toBeVisible()
  const names = [...document.querySelectorAll('main dt')]
  return names.map((name) => [name.textContent, name.nextElementSibling?.textContent ?? ''])
}

describe('the screen shows everything', () => {
  it('of a product, with its firmwares [T16]', async () => {
    const product = shownProduct({ firmwares: [{ id: 14, tostring: '5.2 (English)' }] })
    await openApp('/product/show/3', { as: 'backoffice', calls: { product: { get: () => product } } })
    expect(await facts()).toEqual([
      ['Name', 'WSAII'],
      ['Type name', 'WSAII'],
      ['Type number', '7'],
      ['Firmwares', '5.2 (English)'],
    ])
    await expect.element(page.getByRole('link', { name: '5.2 (English)' })).toHaveAttribute('href', '/firmware/show/14')
  })

  it('of a firmware, with its groups if it is beta [T20]', async () => {
    let isBetaTest = false
    const betaGroups = [{ id: 3, tostring: 'WS6 field testers' }]
    const calls = { firmware: { get: () => shownFirmware({ isBetaTest, betaGroups }) }, release }
    await openApp('/firmware/show/14', { as: 'backoffice', calls })
    const shown = new Map(await facts())
    expect([...shown.keys()]).toEqual([
      'Version',
      'Released',
      'Language',
      'Active',
      'Beta test',
      'Products',
      'File',
      'Size',
      'SHA-256',
      'Downloads',
      'Change log',
    ])
    expect(['Version', 'Language', 'Active', 'Beta test', 'Products', 'File'].map((name) => shown.get(name))).toEqual([
      '5.2',
      'English',
      'Yes',
      'No',
      'WS6 Master',
      'WS6_5.2.bin',
    ])
    expect(shown.get('Released')).toMatch(/^04\/03\/2026 /)
    await expect.element(page.getByRole('button', { name: 'Download WS6_5.2.bin' })).toBeVisible()
    isBetaTest = true
    await openApp('/firmware/show/14', { as: 'backoffice', calls })
    expect(await facts()).toContainEqual(['Beta groups', 'WS6 field testers'])
  })
})

it('a deleted firmware can be neither edited nor deleted [T91]', async () => {
  const actions = [page.getByRole('link', { name: 'Edit', exact: true }), page.getByRole('button', { name: 'Delete' })]
  await openApp('/firmware/show/14', { as: 'admin', calls: { firmware: { get: () => shownFirmware() }, release } })
  for (const action of actions) await expect.element(action).toBeVisible()
  await openApp('/firmware/show/14', { as: 'admin', calls: { firmware: { get: () => shownFirmware({ isDeleted: true }) }, release } })
  await expect.element(page.getByText('This element has been deleted.')).toBeVisible()
  for (const action of actions) await expect.element(action).not.toBeInTheDocument()
})
