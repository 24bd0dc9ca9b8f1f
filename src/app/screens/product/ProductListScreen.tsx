import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { ProductRow } from '../../../contract/product.ts'
import { api } from '../../api/api.ts'
import { CatalogueClashes } from '../../kit/record/CatalogueClashes.tsx'
import { ListPage } from '../../kit/pages/ListPage.tsx'
import type { ListColumn } from '../../kit/table/listColumn.ts'
import { useProductWords } from './productWords.ts'

export function ProductListScreen() {
  const { t } = useLingui()
  const words = useProductWords()
  const columns = useMemo(
    (): ListColumn<ProductRow>[] => [
      { id: 'name', header: t`Name`, cell: ({ name }) => name, isSortable: true },
      { id: 'typeName', header: t`Type name`, cell: ({ typeName }) => typeName, isSortable: true },
      { id: 'lastFirmwareVersion', header: t`Latest firmware`, cell: (row) => row.lastFirmwareVersion, isSortable: true },
      { id: 'nbUsers', header: t`Users`, cell: ({ nbUsers }) => nbUsers, isSortable: true, isNumber: true },
    ],
    [t],
  )
  return (
    <ListPage
      entity="product"
      words={words}
      api={api.product}
      columns={columns}
      nameOf={({ name }) => name}
      notice={<CatalogueClashes place={{ entity: 'product' }} />}
    />
  )
}
