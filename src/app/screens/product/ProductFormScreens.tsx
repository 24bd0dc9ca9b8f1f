import { useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { EditPage } from '../../kit/EditPage.tsx'
import { FormPage } from '../../kit/FormPage.tsx'
import { listPath } from '../../kit/record/recordPath.ts'
import { ProductForm } from './ProductForm.tsx'
import { useProductWords } from './productWords.ts'

export function ProductCreateScreen() {
  const { t } = useLingui()
  return (
    <FormPage title={t`New product`} back={{ to: listPath('product'), label: useProductWords().title }} loading={null}>
      <ProductForm />
    </FormPage>
  )
}

export function ProductEditScreen() {
  const { t } = useLingui()
  const { productId } = useParams({ from: '/shell/product/edit/$productId' })
  return (
    <EditPage word="product" id={productId} get={api.product.get} title={t`Edit product`}>
      {(shown) => <ProductForm key={shown.id} shown={shown} />}
    </EditPage>
  )
}
