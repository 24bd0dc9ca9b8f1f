import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import * as fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { pageFacts } from '../../../../../tests/support/pageFacts.ts'
import { pageStep } from '../../../update/pageStep.ts'
import { StepPanel } from './StepPanel.tsx'

const upToDate = { en: /up to date/i, fr: /(?<!\b(?:mise?|mettre|met) )à jour/i } as const

describe.each(['en', 'fr'] as const)('the update page, in every state that its types allow (%s)', (locale) => {
  const queries = new QueryClient()
  beforeAll(async () => {
    // A first visit: nothing is known of the installation yet.
    vi.stubGlobal('localStorage', { getItem: () => null })
    // Vitest loads the catalog with the build's loader.
    const { messages } = (await import(/* @vite-ignore */ `../../../../../locales/${locale}.po`)) as { messages: Record<string, string> }
    i18n.load(locale, messages)
    i18n.activate(locale)
  })

  it('has one headline and one sentence, and says "up to date" only when that firmware is installed', () => {
    fc.assert(
      fc.property(pageFacts, (one) => {
        const step = pageStep(one)
        const html = renderToStaticMarkup(
          <QueryClientProvider client={queries}>
            <I18nProvider i18n={i18n}>
              <StepPanel step={step} />
            </I18nProvider>
          </QueryClientProvider>,
        )
        expect(html.match(/<h2/g)).toHaveLength(1)
        expect(html.match(/<p[ >]/g)).toHaveLength(1)
        expect(html.replaceAll(/<[^>]*>/g, '').trim()).not.toBe('')
        const isInstalled =
          one.own === null &&
          one.elsewhere === null &&
          one.detector.status === 'connected' &&
          'known' in step &&
          step.known.state === 'installed'
        expect(upToDate[locale].test(html) && !(step.name === 'upToDate' && isInstalled)).toBe(false)
      }),
      { numRuns: 500 },
    )
  })
})
