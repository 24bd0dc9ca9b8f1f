/** A list of records whose rows link to their screens and can be edited and deleted. Knows no entity by name. */
import type { ReactNode } from 'react'
import type { RightsOnRecord } from '../../../contract/crud.ts'
import type { RecordEntity } from '../../../contract/recordFields.ts'
import type { Allowed } from '../../../contract/table.ts'
import { createLink, recordLink } from '../record/recordLinks.ts'
import type { RecordWords } from '../record/recordWords.ts'
import { type DeletableApi, useDeleteRecord } from '../record/useDeleteRecord.tsx'
import { RowActions } from '../table/RowActions.tsx'
import { TablePage, type TablePageProps } from './TablePage.tsx'

type ListPageProps<Row> = Omit<TablePageProps<Row>, 'title' | 'records'> & {
  entity: RecordEntity
  words: RecordWords
  api: DeletableApi
  nameOf: (row: Row) => string
  /** Buttons of a row before edit and delete, for those who may edit it; null if it has none. One of them shows on a phone. */
  rowActions?: (row: Row) => ReactNode
  /** What the question before a deletion says of this row, in place of the words of all. */
  deletionOf?: (row: Row) => ReactNode
}

export function ListPage<Row extends { readonly id: number; readonly isDeleted: boolean } & Partial<RightsOnRecord>>({
  words,
  nameOf,
  rowActions,
  deletionOf,
  ...table
}: ListPageProps<Row>) {
  const { entity, api } = table
  const deleting = useDeleteRecord({ api, words: words.deleteWords })

  const renderActions = (row: Row, allowed: Allowed | undefined) => {
    const mayEdit = allowed?.edit === true && row.mayEdit !== false && !row.isDeleted
    return (
      <RowActions
        entity={entity}
        id={row.id}
        name={nameOf(row)}
        mayEdit={mayEdit}
        mayDelete={allowed?.remove === true && row.mayRemove !== false && !row.isDeleted}
        onDelete={() => deleting.ask({ id: row.id, name: nameOf(row), consequence: deletionOf?.(row) })}
      >
        {mayEdit && rowActions?.(row)}
      </RowActions>
    )
  }

  const records = {
    addLabel: words.add,
    addLink: createLink(entity),
    linkOf: ({ id }: Row) => recordLink(entity, 'show', id),
    actions: renderActions,
  }
  return (
    <>
      <TablePage {...table} title={words.title} records={records} />
      {deleting.question}
    </>
  )
}
