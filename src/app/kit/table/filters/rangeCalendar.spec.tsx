/** The calendars of filters and date fields: weeks, and the times of a range. */
import { useState } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { drawComponent } from '../../../../../tests/component/render.tsx'
import { textsOf } from '../../../../../tests/component/textsOf.ts'
import { DateInput } from '../../fields/DateInput.tsx'
import { DateRangeFilter } from './DateRangeFilter.tsx'

function Filter() {
  const [value, setValue] = useState('')
  return <DateRangeFilter id="released" label="Released" none="All" value={value} onChange={setValue} />
}

const weekdays = () =>
  [...document.querySelectorAll('[role=grid] thead th')].map((header) => header.getAttribute('aria-label') ?? header.textContent)
const fromTuesday = ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday']

it('starts weeks on Tuesday and a range at 10:00, with times in steps of five minutes [T267]', async () => {
  await drawComponent(<Filter />)
  await page.getByRole('button', { name: 'Released' }).click()
  await expect.element(page.getByRole('grid')).toBeVisible()
  expect(weekdays()).toEqual(fromTuesday)
  await page.getByRole('gridcell').nth(20).getByRole('button').click()
  const from = page.getByRole('combobox', { name: 'From' })
  await expect.element(from).toHaveValue('10:00')
  await expect.element(page.getByRole('combobox', { name: 'To' })).toHaveValue('23:55')
  const times = textsOf(from.getByRole('option'))
  expect(times).toHaveLength(24 * 12)
  expect([...times.slice(0, 3), ...times.slice(-2)]).toEqual(['00:00', '00:05', '00:10', '23:50', '23:55'])
})

it('starts weeks on Tuesday in a date field, too [T268]', async () => {
  await drawComponent(<DateInput aria-label="Purchase date" value="2024-03-15" onChange={() => {}} />)
  await page.getByRole('button', { name: 'Open the calendar' }).click()
  await expect.element(page.getByRole('grid')).toBeVisible()
  expect(weekdays()).toEqual(fromTuesday)
})
