import type { Page } from 'playwright'

/** Signs somebody of the demo in, by default its administrator, on a screen that shares little with those that are measured. */
export async function signInAtProfile(page: Page, url: string, username = 'admin@example.com'): Promise<void> {
  await page.goto(`${url}/login?redirect=%2Fprofile`)
  await page.getByLabel('Email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('demo-Fieldport-2026')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
}
