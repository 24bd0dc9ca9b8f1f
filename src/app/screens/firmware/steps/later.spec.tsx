// @module-tag rest
/** A step that is set for a day and time: it sends what the step itself sends, and when. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { openRelease, proofDialog, prove } from '../../../../../tests/component/openRelease.ts'
import { createRelease, obstacle } from '../../../../../tests/component/releases.ts'
import { AppError } from '../../../../errors.ts'
import { localDay } from '../../../i18n/calendarDay.ts'

const next = { customers: 9, detectors: 10, withoutFirmware: 2 }
const dialog = page.getByRole('alertdialog')
const button = (name: string | RegExp) => dialog.getByRole('button', { name, exact: true })
const at = dialog.getByLabelText('Day and time')

/** A Thursday within a year, in the time zone of this browser: in March, or in September where March is near. */
const isMarchNear = [1, 2].includes(new Date().getMonth())
const month = isMarchNear ? { index: 8, name: 'September' } : { index: 2, name: 'March' }
const thursday = ((): Date => {
  const now = new Date()
  const date = new Date(now.getFullYear() + (now.getMonth() < month.index ? 0 : 1), month.index, 8, 14)
  date.setDate(8 + ((11 - date.getDay()) % 7))
  return date
})()
const typed = `${localDay(thursday)}T14:00`
const shownDay = thursday.getDate()

/** A draft that is about to be offered to everyone. */
function open(setting: Parameters<typeof createRelease>[0] = {}, others: Parameters<typeof openRelease>[1] = {}) {
  return openRelease(createRelease({ state: 'draft', next, ...setting }), { step: 'released', ...others })
}
const sentBy = (seen: Awaited<ReturnType<typeof open>>['seen']) => seen.filter(({ name }) => /schedule|takeStep/.test(name))

function schedule(): never {
  throw new AppError('date.past.error', { invalidField: 'at' })
}

it('a step is set for a time, and its button says for which', async () => {
  const { seen } = await open()
  await expect.element(button('Offer to 9 customers')).toBeEnabled()
  await button('Later…').click()
  await expect.element(at).toHaveFocus()
  await expect.element(at).toHaveAccessibleDescription(/^Your time zone: .+\. Everything/)
  await expectNoAxeFindings('a step for later', { at: [390, 1280] })
  await at.fill(typed)
  const when = ` on Thursday, ${shownDay} ${month.name}( \\d+)?, 14:00`
  await button(RegExp(`^Offer to 9 customers${when}$`)).click()
  await expect.element(page.getByText(/^Set for Thursday/)).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sentBy(seen)).toMatchObject([
    { name: 'release.schedule', parts: { params: { id: 9 }, body: { step: 'released', from: 'draft', at: thursday.toISOString() } } },
  ])
})

it('sends all that was confirmed, and what was seen', async () => {
  const obstacles = [obstacle('languageMissing', { name: 'fr', customers: 120 }), obstacle('unusualFile')]
  const { seen } = await open({ obstacles })
  await dialog.getByRole('checkbox', { name: 'French' }).click()
  await button('Later…').click()
  await expect.element(button(/^Offer to 9 customers on/)).toBeDisabled()
  await dialog.getByLabelText('Type 5.2 to confirm').fill('5.2')
  await button(/^Offer to 9 customers on/).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const body = { confirmed: ['languageMissing', 'unusualFile'], typedVersion: '5.2', fingerprint: 'f'.repeat(64) }
  expect(sentBy(seen)).toMatchObject([{ name: 'release.schedule', parts: { body } }])
})

it('sends the groups of a beta', async () => {
  const { seen } = await open({ reach: 'beta', betaGroups: [{ id: 3, tostring: 'Divers' }] }, { step: 'beta' })
  await button('Later…').click()
  await button(/^Offer to 9 beta testers on/).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sentBy(seen)).toMatchObject([{ name: 'release.schedule', parts: { body: { step: 'beta', betaGroupIds: [3] } } }])
})

it('cannot be set while something forbids the step', async () => {
  await open({ obstacles: [obstacle('approval', { isRefused: true })] })
  await button('Later…').click()
  await expect.element(button(/^Offer to 9 customers on/)).toBeDisabled()
  await expect.element(button(/^Offer to 9 customers on/)).toHaveAccessibleDescription('Settle this first.')
})

it('starts at nine the next morning, with nothing earlier than now to pick, and can be taken now after all', async () => {
  const { seen } = await open()
  await button('Later…').click()
  const now = new Date()
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  await expect.element(at).toHaveValue(`${localDay(tomorrow)}T09:00`)
  expect(at.element().getAttribute('min')).toMatch(RegExp(`^${localDay(now)}T`))
  await button('Now instead').click()
  await expect.element(at).not.toBeInTheDocument()
  await button('Offer to 9 customers').click()
  await expect.element(page.getByText('5.2 is now offered to everyone')).toBeVisible()
  expect(sentBy(seen)).toMatchObject([{ name: 'release.takeStep' }])
})

it('does not send a wrong time, and says so at the field', async () => {
  const { seen } = await open({}, { isProofOld: true })
  await button('Later…').click()
  for (const [wrong, message] of [
    ['2020-03-12T14:00', 'Choose a time from now on, within a year.'],
    ['', 'This field is required'],
    ['2199-03-12T14:00', 'Choose a time from now on, within a year.'],
  ] as const) {
    await at.fill(wrong)
    await dialog.getByRole('button', { name: 'Offer to 9 customers' }).click()
    await expect.element(at).toHaveAccessibleDescription(RegExp(message))
    await expect.element(at).toHaveAttribute('aria-invalid', 'true')
    await expect.element(at).toHaveFocus()
  }
  // Nobody proves anything for a call that would be refused.
  await expect.element(proofDialog).not.toBeInTheDocument()
  expect(sentBy(seen)).toEqual([])
})

it('shows at the field what the server refuses there, until another time is chosen', async () => {
  await open({}, { answers: { schedule } })
  await button('Later…').click()
  await dialog.getByRole('button', { name: 'Offer to 9 customers' }).click()
  await expect.element(at).toHaveAccessibleDescription(/Choose a time from now on/)
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  await at.fill(typed)
  await expect.element(at).toHaveAttribute('aria-invalid', 'false')
})

it('wants fresh proof when it is set', async () => {
  const { seen } = await open({}, { isProofOld: true })
  await button('Later…').click()
  await button(/^Offer to 9 customers on/).click()
  await expect.element(proofDialog).toBeVisible()
  expect(sentBy(seen)).toEqual([])
  await prove()
  await expect.element(page.getByText(/^Set for/)).toBeVisible()
  expect(sentBy(seen)).toMatchObject([{ name: 'release.schedule' }])
})

it('is offered for other steps, too', async () => {
  const { seen } = await openRelease(createRelease({ state: 'halted', next }))
  for (const [ask, set] of [
    ['Offer again…', /^Offer to 9 customers on/],
    ['Withdraw…', /^Withdraw 5\.2 on/],
  ] as const) {
    await page.getByRole('button', { name: ask }).click()
    await button('Later…').click()
    await button(set).click()
    await expect.element(dialog).not.toBeInTheDocument()
  }
  expect(sentBy(seen)).toMatchObject([
    { name: 'release.schedule', parts: { body: { step: 'resume' } } },
    { name: 'release.schedule', parts: { body: { step: 'withdraw' } } },
  ])
})

it('is chosen with the keyboard, and Enter sets it', async () => {
  const { seen } = await open()
  await expect.element(button('Offer to 9 customers')).toBeEnabled()
  await expect.element(button('Cancel')).toHaveFocus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}')
  await expect.element(at).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/^Set for/)).toBeVisible()
  expect(sentBy(seen)).toHaveLength(1)
})

it('says that it replaces the step that waits', async () => {
  const scheduled = {
    step: 'released',
    at: thursday.toISOString(),
    setBy: { id: 3, tostring: 'Ada Field' },
    setAt: '2026-03-04T10:00:00.000Z',
    failure: null,
  } as const
  await open({ state: 'beta', reach: 'beta', scheduled })
  await expect.element(dialog.getByText(/^This replaces what is set for Thursday, .+, 14:00\.$/)).toBeVisible()
})
