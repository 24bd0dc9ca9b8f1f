// @module-tag rest
/** What staff read on their dashboard of releases that outcomes have stopped. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { linkedLists } from '../../../../../tests/component/dashboard.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { openApp, type Person } from '../../../../../tests/component/render.tsx'
import { textsOf } from '../../../../../tests/component/textsOf.ts'
import { testFound } from '../../../../../tests/support/foundSentences.ts'
import type { StoppedRelease } from '../../../../contract/shownRelease.ts'

const master = { releaseId: 7, firmwareId: 14, versionName: '5.3', products: ['WS6 Master'], found: testFound() }
const halted: StoppedRelease = { ...master, kind: 'halted' }
const edge = testFound({ kind: 'browser', name: 'edge', outcomes: 9, failures: 4 })
const paused: StoppedRelease = { ...master, kind: 'paused', releaseId: 8, products: ['WSAII', 'WS6 Lite'], versionName: '3.1', found: edge }
const failing: StoppedRelease = { ...master, kind: 'portal', releaseId: 10, found: testFound({ ...edge, kind: 'build', name: '8' }) }
const obstructed: StoppedRelease = { ...paused, releaseId: 9, versionName: '4.0', products: [], found: null }

const title = 'A release needs your decision'
const sentences = [
  '5.3 for WS6 Master was halted: 14 of 96 updates failed; the version before had 3 in 100.',
  'The plan of 3.1 for WSAII and WS6 Lite was paused: 4 of 9 updates in Edge failed; the version before had 3 in 100.',
  'The plan of 4.0 was paused: something speaks against offering it to all owners.',
  '5.3 for WS6 Master is still offered, but fails in one build or browser: 4 of 9 updates with portal build 8 failed; the version before had 3 in 100.',
]

function open(stopped: readonly StoppedRelease[], as: Person = 'backoffice') {
  return openApp('/', {
    as,
    calls: [linkedLists, createRelease({ state: 'halted' }).calls, { release: { getStopped: () => [...stopped] } }],
  })
}

it('releases that have stopped are each named in a sentence, without an axe finding', async () => {
  await open([halted, paused, obstructed, failing])
  const list = page.getByRole('list', { name: '4 releases need your decision' })
  await expect.element(list).toBeVisible()
  expect(textsOf(list.getByRole('listitem'))).toEqual(sentences)
  await expectNoAxeFindings('stopped releases')
  await page.viewport(390, 844)
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

it('are shown to administrators and the back office, whom one alone leads to its page, and not asked for by others', async () => {
  for (const as of ['admin', 'backoffice'] as const) {
    const { address } = await open([halted], as)
    await expect.element(page.getByRole('list', { name: title })).toBeVisible()
    await page.getByRole('link', { name: '5.3 for WS6 Master' }).click()
    await expect.poll(address).toBe('/firmware/show/14')
  }
  const { seen } = await open([halted], 'marketing')
  await expect.element(page.getByRole('slider')).toBeVisible()
  expect(seen.map(({ name }) => name)).not.toContain('release.getStopped')
  await expect.element(page.getByText(title)).not.toBeInTheDocument()
})

it('show nothing while all releases go on', async () => {
  const { seen } = await open([])
  await expect.poll(() => seen.map(({ name }) => name)).toContain('release.getStopped')
  await expect.element(page.getByRole('slider')).toBeVisible()
  await expect.element(page.getByText(/need your decision|needs your decision/)).not.toBeInTheDocument()
})
