/** Holds the catalogues to the code: a text that was changed without `npm run i18n:extract` would be shown as a key. */
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { expect, it } from 'vitest'
import { locales } from '../src/contract/rules.ts'

it('holds every text of the screens, in both languages, and none that is gone [T56]', async () => {
  const catalogs = await getCatalogs(getConfig())
  expect(catalogs.length).toBeGreaterThan(0)
  for (const catalog of catalogs) {
    const inCode = Object.keys((await catalog.collect()) ?? {}).toSorted()
    expect(inCode.length).toBeGreaterThan(10)
    for (const locale of locales) {
      const kept = (await catalog.read(locale)) ?? {}
      const untranslated = Object.keys(kept).filter((id) => kept[id]?.translation === '')
      const file = catalog.getFilename(locale)
      expect({ file, texts: Object.keys(kept).toSorted(), untranslated }).toEqual({ file, texts: inCode, untranslated: [] })
    }
  }
})
