/** The focus is never on the page's body: after a change of the page, and where what had it has gone. */
import { useState } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { callsOfAllScreens } from '../../../tests/component/everyScreen.ts'
import { drawComponent, openApp } from '../../../tests/component/render.tsx'
import { Dialog, DialogContent, DialogTitle } from '../ui/dialog.tsx'
import { FocusKeeper } from './FocusKeeper.tsx'

const headline = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/**
 * The texts of the headlines that get the focus from now on. They are complete once a later page's headline has it: until then a headline
 * could still take it.
 */
function watchHeadlines(): readonly string[] {
  const focused: string[] = []
  const note = ({ target }: FocusEvent) => {
    if (target instanceof HTMLHeadingElement) focused.push(target.textContent)
  }
  document.addEventListener('focusin', note)
  onTestFinished(() => document.removeEventListener('focusin', note))
  return focused
}

it('goes to the headline of the next page, whose link has gone with its page', async () => {
  await openApp('/nothing')
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await expect.element(headline('Sign in')).toHaveFocus()
})

it('goes to the headline of the next page where nothing had it', async () => {
  const { goBack } = await openApp('/product/index', { as: 'admin', calls: callsOfAllScreens() })
  await page.getByRole('link', { name: 'Add a product' }).first().click()
  const name = page.getByLabelText('Name', { exact: true })
  await name.click()
  name.element().blur()
  goBack()
  await expect.element(headline('Products')).toHaveFocus()
})

it('stays on a link of the menu, and goes to the first field of a new record', async () => {
  await openApp('/product/index', { as: 'admin', calls: callsOfAllScreens() })
  const focused = watchHeadlines()
  const link = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Firmwares' })
  await link.click()
  await expect.element(headline('Firmwares')).toBeVisible()
  await expect.element(link).toHaveFocus()
  await page.getByRole('link', { name: 'Add a firmware' }).first().click()
  await expect.element(page.getByRole('textbox', { name: 'Version', exact: true })).toHaveFocus()
  expect(focused).toEqual([])
})

it('is left to a field that takes it, and comes back to the headline', async () => {
  await openApp('/login')
  const focused = watchHeadlines()
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await expect.element(page.getByLabelText('Email')).toHaveFocus()
  await page.getByRole('button', { name: 'Back to sign-in' }).click()
  await expect.element(headline('Sign in')).toHaveFocus()
  expect(focused).toEqual(['Sign in'])
})

/** A long page whose dialog was opened by what is no longer there. */
function LongPage() {
  const [step, setStep] = useState<'closed' | 'open' | 'done'>('closed')
  return (
    <main>
      <FocusKeeper />
      <h1>Coils</h1>
      <div className="h-[300vh]" />
      {step !== 'done' && <button type="button" onClick={() => setStep('open')}>{`Delete ${step}`}</button>}
      <div className="h-[100vh]" />
      <Dialog open={step === 'open'}>
        <DialogContent aria-describedby={undefined}>
          <DialogTitle>Delete?</DialogTitle>
          <button type="button" onClick={() => setStep('done')}>
            Yes
          </button>
        </DialogContent>
      </Dialog>
    </main>
  )
}

it('goes to the headline after a dialog whose opener has gone, without scrolling', async () => {
  await drawComponent(<LongPage />)
  await page.getByRole('button', { name: 'Delete closed' }).click()
  const { scrollY } = globalThis
  expect(scrollY).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect.element(headline('Coils')).toHaveFocus()
  expect(globalThis.scrollY).toBe(scrollY)
})

/** A dialog that loses the step which had the focus. */
function TwoSteps() {
  const [isFirst, setIsFirst] = useState(true)
  return (
    <main>
      <FocusKeeper />
      <h1>Detectors</h1>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as Radix draws it */}
      <div role="dialog" aria-label="Steps" tabIndex={-1}>
        {isFirst ? (
          <button key="next" type="button" onClick={() => setIsFirst(false)}>
            Next
          </button>
        ) : (
          <p>Last step</p>
        )}
      </div>
    </main>
  )
}

it('stays in an open dialog', async () => {
  await drawComponent(<TwoSteps />)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Steps' })).toHaveFocus()
})
