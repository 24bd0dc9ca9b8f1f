/** What outcomes say of a release, in a sentence (docs/releases.md, "Halting"). */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { describeInEachLanguage } from '../../../tests/component/languages.ts'
import { drawComponent } from '../../../tests/component/render.tsx'
import { foundSentences } from '../../../tests/support/foundSentences.ts'
import type { ShownTestFound } from '../../contract/shownRelease.ts'
import { useFoundText } from './useFoundText.ts'

function FoundText({ found }: { found: ShownTestFound }) {
  return <p>{useFoundText()(found)}</p>
}

describeInEachLanguage('what outcomes say (%s)', (locale) => {
  it.each(foundSentences)('names what failed, and by what it is measured: $en', async ({ found, ...sentence }) => {
    await drawComponent(<FoundText found={found} />, { locale })
    const text = page.getByRole('paragraph')
    await expect.element(text).toBeVisible()
    // With the spaces that do not break, which `toHaveTextContent` does not tell from others.
    expect(text.element().textContent).toBe(sentence[locale])
  })
})
