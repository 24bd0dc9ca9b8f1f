/** The columns of each list, in the order of section 2. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { callsOfAllScreens } from '../../../../tests/component/everyScreen.ts'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { listIsThere } from '../../../../tests/component/list.ts'
import { productRows, shownBetaGroup, shownFirmware, userRow } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'

const all = callsOfAllScreens()
const calls = {
  ...all,
  user: { ...all.user, ...fakeTable(() => [userRow(1)]) },
  product: { ...all.product, ...fakeTable(() => productRows) },
  firmware: { ...all.firmware, ...fakeTable(() => [shownFirmware()]) },
  betaGroup: { ...all.betaGroup, ...fakeTable(() => [shownBetaGroup()]) },
}

/** Without the boxes that select rows. */
async function headersAt(path: string): Promise<Element[]> {
  await openApp(path, { as: 'admin', calls })
  await listIsThere()
  const headers = page.getByRole('columnheader').elements()
  return headers.filter((header) => header.querySelector('[role=checkbox], [type=checkbox]') === null)
}

it.each([
  ['/user/index', ['First name', 'Last name', 'Email', 'Phone number', 'Country', 'Subscription', 'Updates', 'Actions']],
  ['/product/index', ['Name', 'Type name', 'Latest firmware', 'Users', 'Actions']],
  ['/firmware/index', ['Version', 'Products', 'Released', 'Language', 'Beta test', 'Downloads', 'Active', 'Actions']],
  ['/betaGroup/index', ['Name', 'Users', 'Firmwares', 'Actions']],
])('has its columns at %s [T69]', async (path, columns) => {
  const headers = await headersAt(path)
  expect(headers.map(({ textContent }) => textContent.trim())).toEqual(columns)
})

it('can be sorted by first name, last name, email and country alone [T70]', async () => {
  const headers = await headersAt('/user/index')
  const sortable = headers.filter((header) => header.querySelector('button') !== null)
  expect(sortable.map(({ textContent }) => textContent.trim())).toEqual(['First name', 'Last name', 'Email', 'Country'])
})
