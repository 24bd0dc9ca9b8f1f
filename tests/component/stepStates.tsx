/** Draws the next step of the update page in one of its states: its headline in both languages, its one primary button, and what it says. */
import type { UseQueryResult } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { OfferedFirmware } from '../../src/contract/firmware.ts'
import type { Locale } from '../../src/contract/rules.ts'
import { NextStep } from '../../src/app/screens/productUpdate/step/NextStep.tsx'
import type { PageView } from '../../src/app/screens/productUpdate/step/usePageStep.ts'
import type { PageStep } from '../../src/app/update/pageStep.ts'
import { expectNoAxeFindings } from './axe.ts'
import { createCustomer, detectorOf } from './customer.ts'
import { describeInEachLanguage } from './languages.ts'
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
export const restartRemedy = /wait ten seconds .* install the firmware again|attendez dix secondes .* réinstallez le firmware/

type Words = Readonly<Record<Locale, readonly [headline: string, button: string | null]>>

export type StepState = readonly [state: string, step: PageStep, words: Words, says?: string | RegExp]

export function words(headlineEn: string, buttonEn: string | null, headlineFr: string, buttonFr: string | null): Words {
  return { en: [headlineEn, buttonEn], fr: [headlineFr, buttonFr] }
}

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

/** All of them on one mount. */
export function testStates(title: string, states: readonly StepState[]): void {
  describeInEachLanguage('a detector (%s)', (locale) => {
    it(title, async () => {
      const { calls, detectors } = createCustomer()
      detectors.push(detectorOf(1, { firmwareState: 'none' }))
      const { redraw } = await drawComponent(null, { as: 'customer', calls, locale })
      for (const [state, step, named, says] of states) {
        const [headlineText, buttonName] = named[locale]
        redraw(<NextStep view={viewOf(step)} />)
        await expect.element(headline(), { message: state }).toMatchTextContent(headlineText)
        expect(document.querySelectorAll('h2'), `headlines: ${state}`).toHaveLength(1)
        const primary = [...document.querySelectorAll('[data-step-button]')].map((button) => button.textContent?.trim())
        expect(primary, `buttons: ${state}`).toEqual(buttonName === null ? [] : [buttonName])
        await expect.poll(said, { message: state }).toMatch(says ?? headlineText)
        // Where the texts are longest; without axe's rules for whole pages.
        if (locale === 'fr') await expectNoAxeFindings(state, { isPart: true })
      }
    })
  })
}

/** Replaces non-breaking spaces, which look like others to the reader. */
function said(): string {
  return (nextStep().element().textContent ?? '').replaceAll(/[\u00A0\u202F]/g, ' ')
}
