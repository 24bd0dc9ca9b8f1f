/** Holds the catalogues to the code: a text that was changed without `npm run i18n:extract` would be shown as a key. */
import { readFileSync } from 'node:fs'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { expect, it } from 'vitest'
import { locales } from '../src/contract/rules.ts'

const catalogs = await Promise.all(
  (await getCatalogs(getConfig())).map(async (catalog) => ({ catalog, inCode: (await catalog.collect()) ?? {} })),
)

it('holds every text of the screens, in both languages, and none that is gone [T56]', async () => {
  expect(catalogs.length).toBeGreaterThan(0)
  for (const { catalog, inCode } of catalogs) {
    const texts = Object.keys(inCode).toSorted()
    expect(texts.length).toBeGreaterThan(10)
    for (const locale of locales) {
      const kept = (await catalog.read(locale)) ?? {}
      const untranslated = Object.keys(kept).filter((id) => kept[id]?.translation === '')
      const file = catalog.getFilename(locale)
      expect({ file, texts: Object.keys(kept).toSorted(), untranslated }).toEqual({ file, texts, untranslated: [] })
    }
  }
})

it('has no ordinary space where French wants one that does not break', async () => {
  const breaking: string[] = []
  for (const { catalog } of catalogs) {
    for (const { translation = '' } of Object.values((await catalog.read('fr')) ?? {})) {
      // A sign between two words that are signs themselves, as in "& et ;", is no punctuation.
      if (/« |(?<!& et) [:;?!»]/.test(translation)) breaking.push(translation)
    }
  }
  expect(breaking).toEqual([])
})

it('names support only where the code asks whether there is one', async () => {
  const places: string[] = []
  for (const { catalog, inCode } of catalogs) {
    const french = (await catalog.read('fr')) ?? {}
    for (const [id, { message = id, origin = [] }] of Object.entries(inCode)) {
      if (/\bsupport\b|contact us/i.test(message) || /assistance|contactez-nous/i.test(french[id]?.translation ?? ''))
        places.push(...origin.map(([file]) => file))
    }
  }
  expect(places.length).toBeGreaterThan(1)
  expect(places.filter((file) => !readFileSync(file, 'utf8').includes('useContact()'))).toEqual([])
})
