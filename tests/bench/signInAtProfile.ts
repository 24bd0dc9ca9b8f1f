import type { Page } from 'playwright'

/** Signs the demo's administrator in on a screen that shares little with those that are measured. */
export async function signInAtProfile(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login?redirect=%2Fprofile`)
  await page.getByLabel('Email').fill('admin@example.com')
  await page.getByLabel('Password', { exact: true }).fill('demo-Fieldport-2026')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
}
