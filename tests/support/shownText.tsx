/** What parts of the app say, read without a browser. Knows no layout, no events and no server. */
import { i18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, vi } from 'vitest'
import { loadErrorMessages } from '../../src/app/i18n/errorMessageOf.ts'
import { type Locale, locales } from '../../src/contract/rules.ts'

/** Called in a suite: from its beginning, the app's texts are those of this language. */
export function speak(locale: Locale): void {
  beforeAll(async () => {
    // A first visit: nothing is known of the installation yet.
    vi.stubGlobal('localStorage', { getItem: () => null })
    // Vitest loads the catalogue with the build's loader, whose type is not known here.
    const { messages } = (await import(/* @vite-ignore */ `../../locales/${locale}.po`)) as { messages: Messages }
    i18n.load(locale, messages)
    i18n.activate(locale)
    await loadErrorMessages()
  })
}

/** A suite for each language. `title` has `%s` for it. */
export function describeInLanguages(title: string, suite: (locale: Locale) => void): void {
  describe.each(locales)(title, (locale) => {
    speak(locale)
    suite(locale)
  })
}

/** What a hook returns, such as a function that words something. */
export function hookOf<T>(useSomething: () => T): T {
  const returned: T[] = []
  function Caller() {
    returned.push(useSomething())
    return null
  }
  htmlOf(<Caller />)
  const [first] = returned
  if (first === undefined) throw new Error('the hook returned nothing')
  return first
}

/** The texts of a part's elements of one kind, in their order; spaces that do not break read as others. */
export function textsOf(node: ReactNode, tag: 'p' | 'li' | 'button' | 'div'): string[] {
  return [...htmlOf(node).matchAll(new RegExp(`<${tag}[ >].*?</${tag}>`, 'gs'))].map(([html]) => textIn(html))
}

/** The cells of a part's tables, row by row, without their heads. */
export function rowsOf(node: ReactNode): string[][] {
  const [, ...rows] = htmlOf(node).split('<tr')
  return rows.map((row) => [...row.matchAll(/<t[hd][ >].*?<\/t[hd]>/gs)].map(([html]) => textIn(html))).slice(1)
}

/** All that a part says, one text after the other. */
export function textOf(node: ReactNode): string {
  return textIn(htmlOf(node))
}

function htmlOf(node: ReactNode): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider i18n={i18n}>{node}</I18nProvider>
    </QueryClientProvider>,
  )
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

function textIn(html: string): string {
  const text = html.replaceAll(/<[^>]*>/g, '').replaceAll(/&[#\w]+;/g, (entity) => entities[entity] ?? entity)
  return text.replaceAll(/\s/g, ' ').trim()
}
