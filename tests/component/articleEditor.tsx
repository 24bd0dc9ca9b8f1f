/** The article editor by itself, in a form of one field. */
import { useState } from 'react'
import { page, userEvent } from 'vitest/browser'
import { ArticleEditor } from '../../src/app/screens/news/editor/ArticleEditor.tsx'
import { addressOfImage } from '../../src/contract/basePath.ts'
import type { AppError } from '../../src/errors.ts'
import { editorIsThere } from './article.ts'
import type { FakeCalls } from './fakeApi.ts'
import { drawComponent } from './render.tsx'

/** The address of every image that is sent. */
export const image = addressOfImage('b'.repeat(43))

/** What the form has of the editor, and what sending an image answers. `openEditor` resets it. */
export const written: { html: string; refused: AppError | null } = { html: '', refused: null }

const calls: FakeCalls = {
  news: {
    postTempImage() {
      if (written.refused !== null) throw written.refused
      return { url: image }
    },
  },
}

function Form({ stored }: { stored: string }) {
  const [value, setValue] = useState(stored)
  function keep(next: string) {
    written.html = next
    setValue(next)
  }
  return (
    // The toolbar keeps clear of the header of a page, which stands above.
    <div className="pt-14">
      <ArticleEditor id="content" aria-invalid={false} label="Content" value={value} onChange={keep} onBlur={() => {}} ref={null} />
    </div>
  )
}

type Opening = { readonly locale?: 'en' | 'fr'; readonly refused?: AppError }

export async function openEditor(stored = '', { locale, refused }: Opening = {}) {
  Object.assign(written, { html: stored, refused: refused ?? null })
  const drawn = await drawComponent(<Form stored={stored} />, { as: 'marketing', calls, ...(locale && { locale }) })
  return { ...drawn, target: await editorIsThere() }
}

export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const { keyboard } = userEvent
