import type { ReactNode } from 'react'
import { FormPage } from './FormPage.tsx'
import { recordPath } from '../record/recordPath.ts'
import type { RecordWords } from '../record/recordWords.ts'
import { type GetRecord, useRecord } from '../record/useRecord.ts'

type EditPageProps<Shown> = {
  word: string
  /** As it stands in the address. */
  id: string
  get: GetRecord<Shown>
  words: RecordWords
  /** The form, once there is something to fill it from. Key it by the record's id. */
  children: (shown: Shown) => ReactNode
}

/** The form of a record that is there already; its show screen is the way back. */
export function EditPage<Shown extends { readonly tostring: string; readonly isDeleted: boolean }>(props: EditPageProps<Shown>) {
  const { word, id, get, words, children } = props
  const loading = useRecord(word, get, id)
  const back = { to: recordPath(word, 'show', Number(id)), label: loading.data?.tostring ?? words.edit }
  return (
    <FormPage title={words.edit} back={back} loading={loading}>
      {loading.data && children(loading.data)}
    </FormPage>
  )
}
