import type { ReactNode } from 'react'
import type { RecordEntity } from '../../../contract/recordFields.ts'
import { FormPage } from './FormPage.tsx'
import { listLink } from '../record/recordLinks.ts'
import type { RecordWords } from '../record/recordWords.ts'

/** The form of a new record. */
export function CreatePage({ entity, words, children }: { entity: RecordEntity; words: RecordWords; children: ReactNode }) {
  return (
    <FormPage title={words.create} back={{ link: listLink(entity), label: words.title }} loading={null}>
      {children}
    </FormPage>
  )
}
