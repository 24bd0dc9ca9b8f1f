/** A list of records whose rows link to their screens and can be edited and deleted. Knows no entity by name. */
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
}

export function ListPage<Row extends { readonly id: number; readonly isDeleted: boolean } & Partial<RightsOnRecord>>({
  words,
  nameOf,
  ...table
}: ListPageProps<Row>) {
  const { entity, api } = table
  const deleting = useDeleteRecord({ api, words: words.deleteWords })

  const renderActions = (row: Row, allowed: Allowed | undefined) => (
    <RowActions
      entity={entity}
      id={row.id}
      name={nameOf(row)}
      mayEdit={allowed?.edit === true && row.mayEdit !== false && !row.isDeleted}
      mayDelete={allowed?.remove === true && row.mayRemove !== false && !row.isDeleted}
      onDelete={deleting.ask}
    />
  )

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
