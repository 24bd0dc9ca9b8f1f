/** What the dashboard costs to load beyond the shell, its chart included. Needs the build. */
import { countLoaded } from './loadedBytes.ts'
import { signInAtProfile } from './signInAtProfile.ts'
import { withBuiltApp } from './withBuiltApp.ts'

/** Scripts and style sheets, gzipped. */
export function dashboardBytes(): Promise<number> {
  return withBuiltApp(async (page, url) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await signInAtProfile(page, url)
    const loadedBytes = countLoaded(page, /\.(?:js|css)$/)
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await page.getByRole('slider').waitFor()
    return loadedBytes()
  })
}
