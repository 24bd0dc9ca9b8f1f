/** Draws the next step of the update page in one of its states: its headline, its one primary button, and what it says. */
import type { UseQueryResult } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { OfferedFirmware } from '../../src/contract/firmware.ts'
import type { Locale } from '../../src/contract/rules.ts'
import { NextStep } from '../../src/app/screens/productUpdate/step/NextStep.tsx'
import type { PageView } from '../../src/app/screens/productUpdate/step/usePageStep.ts'
import type { PageStep } from '../../src/app/update/pageStep.ts'
import { expectNoAxeFindings } from './axe.ts'
import { createCustomer, detectorOf } from './customer.ts'
import { drawComponent } from './render.tsx'
import { headline, nextStep } from './updatePage.ts'

export const firmware: OfferedFirmware = {
  id: 31,
  versionName: '5.3',
  language: 'English',
  releaseDate: '2026-03-04T10:00:00.000Z',
  changeLog: '- **Louder** in the rain',
  isBetaTest: false,
  firmwareFile: { id: 1, filename: 'WS6_5.3.bin', sizeBytes: 262_160, sha256: 'a'.repeat(64) },
}

/** What the page and its dialog both say of a detector that did not restart. */
export const restartRemedy = /wait ten seconds .* install the firmware again/

export type StepState = readonly [
  state: string,
  step: PageStep,
  words: readonly [headline: string, button: string | null],
  says?: string | RegExp,
]

export function viewOf(step: PageStep): PageView {
  // The fields of a query that `AsOf` reads, with fresh data.
  const offered = { data: [firmware], dataUpdatedAt: 1, isError: false } as unknown as UseQueryResult
  const userProduct = detectorOf(1)
  return {
    step,
    detector: { status: 'absent' },
    product: { userProduct, firmwares: [firmware], error: null, retry: () => {}, offered, isNeverSeen: false },
    offered: [firmware],
    choose: () => {},
  }
}

function drawNothingYet(locale: Locale) {
  const { calls, detectors } = createCustomer()
  detectors.push(detectorOf(1, { firmwareState: 'none' }))
  return drawComponent(null, { as: 'customer', calls, locale })
}

/** All of them on one mount. */
export function testStates(title: string, states: readonly StepState[]): void {
  describe('a detector', () => {
    it(title, async () => {
      const { redraw } = await drawNothingYet('en')
      for (const [state, step, [headlineText, buttonName], says = headlineText] of states) {
        redraw(<NextStep view={viewOf(step)} />)
        await expect.element(headline(), { message: state }).toMatchTextContent(headlineText)
        expect(document.querySelectorAll('h2'), `headlines: ${state}`).toHaveLength(1)
        const primary = [...document.querySelectorAll('[data-step-button]')].map((button) => button.textContent?.trim())
        expect(primary, `buttons: ${state}`).toEqual(buttonName === null ? [] : [buttonName])
        await expect.poll(said, { message: state }).toMatch(says)
      }
    })

    // Where the texts are longest; without axe's rules for whole pages.
    it('has no axe finding in any of these states, in French', { tags: 'rest' }, async () => {
      const { redraw } = await drawNothingYet('fr')
      for (const [state, step] of states) {
        redraw(<NextStep view={viewOf(step)} />)
        await expect.element(headline(), { message: state }).toBeVisible()
        await expectNoAxeFindings(state, { isPart: true })
      }
    })
  })
}

/** Replaces non-breaking spaces, which look like others to the reader. */
function said(): string {
  return (nextStep().element().textContent ?? '').replaceAll(/[\u00A0\u202F]/g, ' ')
}
