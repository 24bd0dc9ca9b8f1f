/** Steps of a release: by a person on its firmware's page, and by API as an administrator. */
import type { APIRequestContext, Locator, Page } from 'playwright/test'
import type { ReleaseState, ReleaseStep } from '../../src/contract/releaseStates.ts'
import { bearer } from './detector.ts'
import { expect } from './portal.ts'

/** The question before a step. */
export const question = (page: Page): Locator => page.getByRole('alertdialog')

/** Confirms each point that the question lists. */
export async function confirmPoints(page: Page): Promise<void> {
  for (const box of await question(page).getByRole('checkbox').all()) await box.check()
}

/** Answers the question that a saved form with the box "Active" leads to, in English. */
export async function offerAsked(page: Page, versionName: string): Promise<void> {
  await expect(question(page)).toHaveAccessibleName(`Offer ${versionName} to everyone?`)
  const offer = question(page).getByRole('button', { name: /^Offer to \d+ customers?$/ })
  await expect(offer).toBeVisible()
  await confirmPoints(page)
  await offer.click()
  await expect(page.getByText(`${versionName} is now offered to everyone`)).toBeVisible()
}

/** A step by API, with whatever it wants confirmed. */
export async function takeStep(request: APIRequestContext, firmwareId: number, step: ReleaseStep, betaGroupId?: number): Promise<void> {
  const { state } = await readFirmware(request, firmwareId)
  const groups: [string, string][] = betaGroupId === undefined ? [] : [['betaGroupIds', String(betaGroupId)]]
  await callRelease(request, firmwareId, 'step', [['step', step], ['from', state], ...everyPoint, ...groups])
}

/** Has a draft offered to all owners at `at`, by API. */
export async function scheduleRelease(request: APIRequestContext, firmwareId: number, at: Date): Promise<void> {
  const { versionName } = await readFirmware(request, firmwareId)
  // Its file is smaller than those of the demo.
  const typed: [string, string] = ['typedVersion', versionName]
  await callRelease(request, firmwareId, 'schedule', [
    typed,
    ['step', 'released'],
    ['from', 'draft'],
    ['at', at.toISOString()],
    ...everyPoint,
  ])
}

export async function stateOf(request: APIRequestContext, firmwareId: number): Promise<ReleaseState> {
  return (await readFirmware(request, firmwareId)).state
}

const everyPoint: [string, string][] = [
  ['confirmed', 'older'],
  ['confirmed', 'noSafeRelease'],
  ['confirmed', 'languageMissing'],
  ['confirmed', 'proof'],
]

/** A call of the release that a firmware belongs to, as an administrator who has just signed in. */
export async function callRelease(
  request: APIRequestContext,
  firmwareId: number,
  call: 'step' | 'schedule' | 'requirements' | 'hold',
  fields: readonly [string, string][],
): Promise<void> {
  const { releaseId } = await readFirmware(request, firmwareId)
  const answer = await request.post(`/backend/release/${releaseId}/${call}`, {
    headers: { ...(await bearer(request, 'admin')), 'content-type': 'application/x-www-form-urlencoded' },
    data: new URLSearchParams([...fields]).toString(),
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

type Shown = { readonly releaseId: number; readonly versionName: string; readonly state: ReleaseState }

async function readFirmware(request: APIRequestContext, firmwareId: number): Promise<Shown> {
  const shown = await request.get(`/backend/firmware/${firmwareId}`, { headers: await bearer(request, 'admin') })
  // The contract's firmware.
  return (await shown.json()) as Shown
}

export async function deleteFirmware(request: APIRequestContext, firmwareId: number): Promise<void> {
  const deleted = await request.delete(`/backend/firmware/${firmwareId}`, { headers: await bearer(request, 'admin') })
  expect(deleted.ok(), await deleted.text()).toBe(true)
}
