/** The question before steps of a release: what it says, and what is sent. All its words: useStepWords.test.ts. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { openRelease } from '../../../../../tests/component/openRelease.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'

const next = { customers: 9, detectors: 10, withoutFirmware: 2 }

const words = {
  staged: {
    ask: 'Offer in steps…',
    title: /^Offer 5\.2 in steps\?$/,
    sentence: /^It will be offered to 9 customers with 10 detectors, 2 of them without a firmware first, about 2% of all detectors\./,
    action: 'Offer to 9 customers',
    done: '5.2 is now offered in steps',
  },
  withdraw: {
    ask: 'Withdraw…',
    title: /^Withdraw 5\.2 for good\?$/,
    sentence: /^It will no longer be offered to 9 customers .* This is final/,
    action: 'Withdraw 5.2',
    done: '5.2 is withdrawn',
  },
}

const dialog = page.getByRole('alertdialog')
const button = (name: string) => dialog.getByRole('button', { name, exact: true })

it('the question before a step says what happens, and sends it once', async () => {
  const { sent } = await openRelease(createRelease({ state: 'draft', next, firstShare: 0.02 }))
  for (const step of ['staged', 'withdraw'] as const) {
    const { ask, title, sentence, action, done } = words[step]
    await page.getByRole('button', { name: ask }).click()
    await expect.element(dialog).toHaveAccessibleName(title)
    await expect.element(dialog).toHaveAccessibleDescription(sentence)
    await expect.element(button('Cancel')).toHaveFocus()
    await expectNoAxeFindings(step, { at: [390, 1280] })
    await button(action).click()
    await expect.element(page.getByText(done)).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    // The page shows what is so now.
    await expect.element(page.getByRole('button', { name: ask })).not.toBeInTheDocument()
  }
  expect(sent('takeStep')).toMatchObject([
    { params: { id: 9 }, body: { step: 'staged', from: 'draft', confirmed: [] } },
    { params: { id: 9 }, body: { step: 'withdraw', from: 'staged', confirmed: [] } },
  ])
})

it('has the first step taken later', async () => {
  const { sent } = await openRelease(createRelease({ state: 'draft', next, firstShare: 0.02 }), { as: 'backoffice', step: 'staged' })
  await button('Later…').click()
  await dialog.getByRole('button', { name: /^Offer to 9 customers on/ }).click()
  await expect.element(page.getByText(/^Will be offered in steps on .*, set by Ada Field$/)).toBeVisible()
  expect(sent('schedule')).toMatchObject([{ body: { step: 'staged', from: 'draft' } }])
})
