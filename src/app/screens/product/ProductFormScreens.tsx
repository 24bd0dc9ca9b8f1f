import { api } from '../../api/api.ts'
import { CreatePage } from '../../kit/pages/CreatePage.tsx'
import { useRecordId } from '../../kit/record/useRecord.ts'
import { EditPage } from '../../kit/pages/EditPage.tsx'
import { ProductForm } from './ProductForm.tsx'
import { useProductWords } from './productWords.ts'

export function ProductCreateScreen() {
  return (
    <CreatePage entity="product" words={useProductWords()}>
      <ProductForm />
    </CreatePage>
  )
}

export function ProductEditScreen() {
  const id = useRecordId()
  return (
    <EditPage entity="product" words={useProductWords()} id={id} get={api.product.get}>
      {(shown) => <ProductForm key={shown.id} shown={shown} />}
    </EditPage>
  )
}
