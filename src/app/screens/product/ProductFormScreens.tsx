import { useParams } from '@tanstack/react-router'
import { api } from '../../api/api.ts'
import { CreatePage } from '../../kit/pages/CreatePage.tsx'
import { EditPage } from '../../kit/pages/EditPage.tsx'
import { ProductForm } from './ProductForm.tsx'
import { useProductWords } from './productWords.ts'

export function ProductCreateScreen() {
  return (
    <CreatePage word="product" words={useProductWords()}>
      <ProductForm />
    </CreatePage>
  )
}

export function ProductEditScreen() {
  const { productId } = useParams({ from: '/shell/product/edit/$productId' })
  return (
    <EditPage word="product" words={useProductWords()} id={productId} get={api.product.get}>
      {(shown) => <ProductForm key={shown.id} shown={shown} />}
    </EditPage>
  )
}
