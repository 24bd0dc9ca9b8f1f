import { useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { product } from '../../../contract/product.ts'
import { api } from '../../api/api.ts'
import { CatalogueClashes } from '../../kit/record/CatalogueClashes.tsx'
import { FactList } from '../../kit/pages/FactList.tsx'
import { LinkedRecords } from '../../kit/record/LinkedRecords.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { ShowPage } from '../../kit/pages/ShowPage.tsx'
import { useProductWords } from './productWords.ts'

export function ProductShowScreen() {
  const { t } = useLingui()
  const { productId } = useParams({ from: '/shell/product/show/$productId' })
  const words = useProductWords()
  const { labels } = words
  return (
    <ShowPage
      word="product"
      words={words}
      loading={useRecord('product', api.product.get, productId)}
      api={api.product}
      calls={product}
      notice={<CatalogueClashes place={{ word: 'product', id: Number(productId) }} />}
    >
      {({ name, typeName, typeId, firmwares }) => (
        <FactList
          facts={[
            [labels.name, name],
            [labels.typeName, typeName],
            [labels.typeId, typeId],
            [t`Firmwares`, <LinkedRecords key="firmwares" word="firmware" records={firmwares} />],
          ]}
        />
      )}
    </ShowPage>
  )
}
