import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { identity, pageFacts } from '../../../tests/support/pageFacts.ts'
import type { DetectorState } from '../detector/detectorStore.ts'
import { type PageFacts, pageStep } from './pageStep.ts'

const connected: DetectorState = { status: 'connected', isSimulated: false, label: 'WS6', identity, accessories: [] }
const stepWhenConnected = (one: PageFacts) => pageStep({ ...one, elsewhere: null, detector: connected })
const isWithout = ({ known: one }: PageFacts) => one.status === 'known' && one.present.known.state === 'none' && one.chosen !== undefined

it('is up to date only when nothing newer is offered in that language', () => {
  const every = fc.sample(pageFacts, { numRuns: 20_000, seed: 2 })
  const steps = every.map((one) => ({ one, step: stepWhenConnected(one) }))
  const done = steps.filter(({ step }) => step.name === 'upToDate')
  expect(done.length).toBeGreaterThan(0)
  for (const { one, step } of done) {
    if (one.known.status !== 'known' || !Array.isArray(one.known.offered) || step.name !== 'upToDate') continue
    expect(one.known.offered.find(({ language: its }) => its === step.firmware.language)?.id).toBe(step.firmware.id)
  }
  expect(steps.some(({ step }) => step.name === 'again')).toBe(true)
})

it('offers to finish the update of every detector without firmware', () => {
  const every = fc.sample(pageFacts, { numRuns: 2_000, seed: 1 })
  expect(every.filter((one) => isWithout(one) !== (stepWhenConnected(one).name === 'finish'))).toEqual([])
  expect(every.some(isWithout)).toBe(true)
})

it('says that nothing is offered only where the server said so', () => {
  const every = fc.sample(pageFacts, { numRuns: 2_000, seed: 3 })
  const named = (wanted: (offered: unknown) => boolean) => {
    const found = every.filter(({ known: one }) => one.status === 'known' && one.chosen === undefined && wanted(one.offered))
    return [...new Set(found.map((one) => stepWhenConnected(one).name))]
  }
  expect(named((offered) => offered === 'loading')).toEqual(['identifying'])
  expect(named(Array.isArray)).toEqual(['nothingOffered'])
  expect(named((offered) => offered !== 'loading' && !Array.isArray(offered))).toEqual(['notOffered'])
})
