import { useLingui } from '@lingui/react/macro'
import { product } from '../../../contract/product.ts'
import { api } from '../../api/api.ts'
import { CatalogueClashes } from '../../kit/record/CatalogueClashes.tsx'
import { FactList } from '../../kit/pages/FactList.tsx'
import { LinkedRecords } from '../../kit/record/LinkedRecords.tsx'
import { ShowPage } from '../../kit/pages/ShowPage.tsx'
import { useProductWords } from './productWords.ts'

export function ProductShowScreen() {
  const { t } = useLingui()
  const words = useProductWords()
  const { labels } = words
  return (
    <ShowPage entity="product" words={words} api={api.product} calls={product} notice={renderNotice}>
      {({ name, typeName, typeId, firmwares }) => (
        <FactList
          facts={[
            [labels.name, name],
            [labels.typeName, typeName],
            [labels.typeId, typeId],
            [t`Firmwares`, <LinkedRecords key="firmwares" entity="firmware" records={firmwares} />],
          ]}
        />
      )}
    </ShowPage>
  )
}

const renderNotice = ({ id }: { id: number }) => <CatalogueClashes place={{ entity: 'product', id }} />
