import { Fragment, type ReactNode } from 'react'
import type { RecordEntity } from '../../../contract/recordFields.ts'
import { FormPage } from './FormPage.tsx'
import { recordLink } from '../record/recordLinks.ts'
import type { RecordWords } from '../record/recordWords.ts'
import { type GetRecord, useRecord, useRecordId } from '../record/useRecord.ts'

type EditPageProps<Shown> = {
  entity: RecordEntity
  get: GetRecord<Shown>
  words: RecordWords
  /** The form, rendered once the record is loaded, and anew for each record. */
  children: (shown: Shown) => ReactNode
}

/** The form of an existing record. */
export function EditPage<Shown extends { readonly tostring: string; readonly isDeleted: boolean }>(props: EditPageProps<Shown>) {
  const { entity, get, words, children } = props
  const id = useRecordId()
  const loading = useRecord(get, id)
  const back = { link: recordLink(entity, 'show', id), label: loading.data?.tostring ?? words.edit }
  return (
    <FormPage title={words.edit} back={back} loading={loading}>
      {loading.data && <Fragment key={id}>{children(loading.data)}</Fragment>}
    </FormPage>
  )
}
