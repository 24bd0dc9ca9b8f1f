/** Where `npm run i18n:extract` finds the app's texts, and where the build finds their translations. */
import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

export default defineConfig({
  locales: ['en', 'fr'],
  sourceLocale: 'en',
  catalogs: [{ path: 'locales/{locale}', include: ['src/app'] }],
  orderBy: 'origin',
  runtimeConfigModule: { Trans: ['/src/app/i18n/Trans.tsx', 'Trans'] },
  format: formatter({ lineNumbers: false }),
})
