import { useLingui } from '@lingui/react/macro'
import { product, type ShownProduct } from '../../../contract/product.ts'
import { api } from '../../api/api.ts'
import { CreatePage } from '../../kit/pages/CreatePage.tsx'
import { EditPage } from '../../kit/pages/EditPage.tsx'
import { RecordForm } from '../../kit/pages/FormPage.tsx'
import { useRecordForm } from '../../kit/record/useRecordForm.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useProductWords } from './productWords.ts'

export function ProductCreateScreen() {
  return (
    <CreatePage entity="product" words={useProductWords()}>
      <ProductForm />
    </CreatePage>
  )
}

export function ProductEditScreen() {
  return (
    <EditPage entity="product" words={useProductWords()} get={api.product.get}>
      {(shown) => <ProductForm shown={shown} />}
    </EditPage>
  )
}

/** `shown` is undefined for a new product. */
function ProductForm({ shown }: { shown?: ShownProduct }) {
  const { t } = useLingui()
  const form = useRecordForm({
    entity: 'product',
    words: useProductWords(),
    shown,
    schema: product.create.request,
    fill,
    get: api.product.get,
    send({ typeId, ...values }, { params, edit, idempotencyKey }) {
      const body = { ...values, typeId: Number(typeId) }
      return shown
        ? api.product.update({ params, body: { ...body, ...edit }, stored: { typeId: shown.typeId } })
        : api.product.create({ body, idempotencyKey })
    },
  })
  const { field, failure } = form
  return (
    <RecordForm form={form} submitError={failure}>
      <TextField {...field('name')} />
      <TextField {...field('typeName')} help={t`Selects the tutorial: Teleco, WS6 or WSAII, for example.`} />
      <TextField {...field('typeId')} help={t`The type number that its detectors report.`} inputMode="numeric" />
    </RecordForm>
  )
}

function fill(shown?: ShownProduct) {
  return { name: shown?.name ?? '', typeName: shown?.typeName ?? '', typeId: String(shown?.typeId ?? '') }
}
