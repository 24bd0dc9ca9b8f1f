import type { ReactNode } from 'react'
import type { CallOptions } from '../createApi.ts'
import { FormPage } from './FormPage.tsx'
import { recordPath } from './record/recordPath.ts'
import { useRecord } from './record/useRecord.ts'

type EditPageProps<Shown> = {
  word: string
  /** As it stands in the address. */
  id: string
  get: (request: { params: { id: number } } & CallOptions) => Promise<Shown>
  title: string
  /** The form, once there is something to fill it from. Key it by the record's id. */
  children: (shown: Shown) => ReactNode
}

/** The form of a record that is there already; its show screen is the way back. */
export function EditPage<Shown extends { readonly tostring: string; readonly isDeleted: boolean }>(props: EditPageProps<Shown>) {
  const { word, id, get, title, children } = props
  const loading = useRecord(word, get, id)
  const back = { to: recordPath(word, 'show', Number(id)), label: loading.data?.tostring ?? title }
  return (
    <FormPage title={title} back={back} loading={loading}>
      {loading.data && children(loading.data)}
    </FormPage>
  )
}
