/** What the browser loads before anything else: its modules, and the build's catalogues of their texts alone (src/app/i18n/i18n.ts). */
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { parseSync, type Plugin } from 'vite'

/** Our modules that `path` loads with itself, and the packages; `path` included, as paths from the root. */
export function entranceModules(path = 'src/app/main.tsx', found = new Set<string>()): ReadonlySet<string> {
  found.add(path)
  if (!/^src\/.*\.tsx?$/.test(path)) return found
  const { staticImports, staticExports } = parseSync(path, readFileSync(path, 'utf8')).module
  const loaded = [
    ...staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType)).map(({ moduleRequest }) => moduleRequest),
    ...staticExports.flatMap(({ entries }) => entries.filter(({ isType }) => !isType).map(({ moduleRequest }) => moduleRequest)),
  ]
  for (const request of loaded) {
    if (request === null) continue
    const next = request.value.startsWith('.') ? posix.join(posix.dirname(path), request.value) : request.value
    if (!found.has(next)) entranceModules(next, found)
  }
  return found
}

/** Loads right after the first paint: its texts come with the entrance's. */
const afterFirstPaint = 'src/app/screens/login/passkey/PasskeySignIn.tsx'

/** Builds `locales/fr.po?entrance`: of the catalogue only the texts of the entrance's modules, and of those that follow at once. */
export function entranceTexts(): Plugin {
  const modules = [...entranceModules(afterFirstPaint, new Set(entranceModules()))].filter((path) => path.startsWith('src/'))
  return {
    name: 'entrance-texts',
    async load(id) {
      const [, locale] = /\/locales\/(\w+)\.po\?entrance$/.exec(id) ?? []
      if (locale === undefined) return null
      const [catalog] = await getCatalogs(getConfig())
      const own = await catalog?.collect({ files: modules })
      const all = await catalog?.getTranslations(locale, { fallbackLocales: {}, sourceLocale: 'en', missingBehavior: 'resolved' })
      if (own === undefined || all === undefined) this.error(`no texts for ${id}`)
      this.addWatchFile(id.replace('?entrance', ''))
      const messages = Object.fromEntries(Object.entries(all.messages).filter(([key]) => key in own))
      return { code: createCompiledCatalog(locale, messages, { namespace: 'es' }).source, moduleType: 'js' }
    },
  }
}
