import type { ReactNode } from 'react'
import type { RecordEntity } from '../../../contract/recordFields.ts'
import { FormPage } from './FormPage.tsx'
import { recordLink } from '../record/recordLinks.ts'
import type { RecordWords } from '../record/recordWords.ts'
import { type GetRecord, useRecord } from '../record/useRecord.ts'

type EditPageProps<Shown> = {
  entity: RecordEntity
  id: number
  get: GetRecord<Shown>
  words: RecordWords
  /** The form, rendered once the record is loaded. Key it by the record's id. */
  children: (shown: Shown) => ReactNode
}

/** The form of an existing record. */
export function EditPage<Shown extends { readonly tostring: string; readonly isDeleted: boolean }>(props: EditPageProps<Shown>) {
  const { entity, id, get, words, children } = props
  const loading = useRecord(get, id)
  const back = { link: recordLink(entity, 'show', id), label: loading.data?.tostring ?? words.edit }
  return (
    <FormPage title={words.edit} back={back} loading={loading}>
      {loading.data && children(loading.data)}
    </FormPage>
  )
}
