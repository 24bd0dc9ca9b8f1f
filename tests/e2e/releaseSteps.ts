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
  const headers = await bearer(request, 'admin')
  const shown = await request.get(`/backend/firmware/${firmwareId}`, { headers })
  // The contract's firmware.
  const { releaseId, state } = (await shown.json()) as { releaseId: number; state: ReleaseState }
  const form = new URLSearchParams([
    ['step', step],
    ['from', state],
    ['confirmed', 'noSafeRelease'],
    ['confirmed', 'languageMissing'],
    ['confirmed', 'proof'],
    ...(betaGroupId === undefined ? [] : [['betaGroupIds', String(betaGroupId)]]),
  ])
  const taken = await request.post(`/backend/release/${releaseId}/step`, {
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    data: form.toString(),
  })
  expect(taken.ok(), await taken.text()).toBe(true)
}

export async function deleteFirmware(request: APIRequestContext, firmwareId: number): Promise<void> {
  const deleted = await request.delete(`/backend/firmware/${firmwareId}`, { headers: await bearer(request, 'admin') })
  expect(deleted.ok(), await deleted.text()).toBe(true)
}
