import { useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { FormPage } from '../../kit/FormPage.tsx'
import { listPath, recordPath } from '../../kit/record/recordPath.ts'
import { useRecord } from '../../kit/record/useRecord.ts'
import { ProductForm } from './ProductForm.tsx'
import { useProductWords } from './productWords.ts'

export function ProductCreateScreen() {
  const { t } = useLingui()
  const back = { to: listPath('product'), label: useProductWords().title }
  return (
    <FormPage title={t`New product`} back={back} loading={null}>
      <ProductForm cancelTo={back.to} />
    </FormPage>
  )
}

export function ProductEditScreen() {
  const { t } = useLingui()
  const { productId } = useParams({ from: '/shell/product/edit/$productId' })
  const loading = useRecord('product', api.product.get, productId)
  const back = { to: recordPath('product', 'show', Number(productId)), label: loading.data?.tostring ?? t`Product` }
  return (
    <FormPage title={t`Edit product`} back={back} loading={loading}>
      {loading.data && <ProductForm key={loading.data.id} shown={loading.data} cancelTo={back.to} />}
    </FormPage>
  )
}
