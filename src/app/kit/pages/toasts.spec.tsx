// @module-tag rest
/** Where toasts stand, and for how long (the specification, section 9). */
import { toast as toasts } from 'sonner'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { listIsThere } from '../../../../tests/component/list.ts'
import { productRows, shownFirmware, shownProduct } from '../../../../tests/component/records.ts'
import { createRelease } from '../../../../tests/component/releases.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { toastErrorMs, toastLongMs, toastSuccessMs } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'

function fail(): never {
  throw new AppError('internal.server.error')
}

const failure = 'Something went wrong on our side. Please try again later, and contact an administrator if it happens again.'
const toast = (text: string) => page.getByRole('listitem').filter({ hasText: text })
const durations = () => toasts.getToasts().map((one) => ('duration' in one ? one.duration : undefined))

afterEach(() => {
  vi.useRealTimers()
  toasts.dismiss()
})

describe('toasts', () => {
  it('stand at the bottom right, for two seconds where nothing else is said [T317]', async () => {
    const product = { get: () => shownProduct(), update: () => ({ id: 3 }) }
    await openApp('/product/edit/3', { as: 'admin', calls: { product } })
    const save = page.getByRole('button', { name: 'Save' })
    await expect.element(save).toBeVisible()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    await save.click()
    await expect.element(toast('Product modified')).toBeVisible()
    const place = toast('Product modified').element().closest('ol')
    expect(place?.dataset).toMatchObject({ yPosition: 'bottom', xPosition: 'right' })
    vi.advanceTimersByTime(toastSuccessMs - 100)
    expect(toasts.getToasts()).toHaveLength(1)
    vi.advanceTimersByTime(100)
    await expect.element(toast('Product modified')).not.toBeInTheDocument()
  })

  it('of a deletion stay 20 seconds, because they hold Undo [T316]', async () => {
    const firmware = { ...fakeTable(() => [shownFirmware()]), remove: () => ({ id: 14 }) }
    await openApp('/firmware/index', { as: 'admin', calls: { firmware, release: createRelease().calls.release } })
    await listIsThere()
    await page.getByRole('button', { name: 'Delete 5.2 (English)' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect.element(toast('Firmware deleted').getByRole('button', { name: 'Undo' })).toBeVisible()
    expect(durations()).toEqual([toastLongMs])
  })

  it('tell of a failure of the server once [T292]', async () => {
    const product = { ...fakeTable(() => productRows), initB122Table: fail, getB122TableResults: fail }
    await openApp('/product/index', { as: 'admin', calls: { product } })
    await expect.element(toast(failure)).toHaveLength(1)
    expect(durations()).toEqual([toastErrorMs])
  })

  it('leave the panel in place of what was not loaded its heading, its button and the request id [T825]', async () => {
    const product = {
      get() {
        throw new AppError('internal.server.error', { requestId: 'request-7' })
      },
    }
    await openApp('/product/show/3', { as: 'admin', calls: { product } })
    await expect.element(toast(failure)).toBeVisible()
    const panel = page.getByRole('alert').filter({ hasText: 'This could not be loaded' })
    await expect.element(panel.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect.element(panel.getByText('request-7')).toBeVisible()
    expect(page.getByText(failure).all()).toHaveLength(1)
  })

  it('tell of a deletion that failed on the server [T826]', async () => {
    await openApp('/product/index', { as: 'admin', calls: { product: { ...fakeTable(() => productRows), remove: fail } } })
    await listIsThere()
    await expect.element(toast(failure)).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Delete Teleco' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect.element(toast(failure)).toBeVisible()
    expect(page.getByText(failure).all()).toHaveLength(1)
  })

  it('are not needed for a form, which says by itself that the server failed [T827]', async () => {
    await openApp('/product/edit/3', { as: 'admin', calls: { product: { get: () => shownProduct(), update: fail } } })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByRole('alert').filter({ hasText: failure })).toBeVisible()
    expect(page.getByText(failure).all()).toHaveLength(1)
  })

  it.each([
    [
      'the browser did not say that the pointer left, as where one is closed under it',
      async () => {
        send(new PointerEvent('pointerover', { bubbles: true }), new MouseEvent('mouseover', { bubbles: true }))
        await heading.hover()
      },
    ],
    [
      'a press on one ended elsewhere',
      async () => {
        send(new PointerEvent('pointerdown', { bubbles: true }))
        await heading.hover()
      },
    ],
    [
      'they were reached by their keys, and the focus left them',
      async () => {
        await userEvent.keyboard('{Alt>}{t}{/Alt}')
        expect(document.activeElement?.tagName).toBe('OL')
        skipLink.element().focus()
      },
    ],
  ])('go away although %s', async (_, touch) => {
    await openApp('/', { as: 'admin' })
    await expect.element(heading).toBeVisible()
    await expect.element(skipLink).toBeInTheDocument()
    // With one toast alone sonner forgets the pointer by itself.
    toasts.success('Kept', { duration: toastLongMs })
    toasts.success('Saved')
    await expect.element(toast('Saved')).toBeVisible()
    await touch()
    await expect.element(toast('Saved'), { timeout: 5 * toastSuccessMs }).not.toBeInTheDocument()
    await expect.element(toast('Kept')).toBeVisible()
  })
})

const skipLink = page.getByRole('link', { name: 'Skip to content' })
const heading = page.getByRole('heading', { level: 1 })
const send = (...events: readonly Event[]) => events.forEach((event) => toast('Saved').element().closest('ol')?.dispatchEvent(event))
