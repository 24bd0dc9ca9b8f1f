import type { ReactNode } from 'react'
import { FormPage } from './FormPage.tsx'
import { listPath } from '../record/recordPath.ts'
import type { RecordWords } from '../record/recordWords.ts'

/** The form of a record that is to be; the list is the way back. */
export function CreatePage({ word, words, children }: { word: string; words: RecordWords; children: ReactNode }) {
  return (
    <FormPage title={words.create} back={{ to: listPath(word), label: words.title }} loading={null}>
      {children}
    </FormPage>
  )
}
