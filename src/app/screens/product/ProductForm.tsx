import { useLingui } from '@lingui/react/macro'
import { product, type ShownProduct } from '../../../contract/product.ts'
import { api } from '../../api.ts'
import { RecordForm } from '../../kit/FormPage.tsx'
import { type Filled, useRecordForm } from '../../kit/record/useRecordForm.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { useProductWords } from './productWords.ts'

type Values = { name: string; typeName: string; typeId: string }

/** `shown` is undefined where a product is created. */
export function ProductForm({ shown }: { shown?: ShownProduct }) {
  const { t } = useLingui()
  const { labels } = useProductWords()
  const params = { id: shown?.id ?? 0 }
  const form = useRecordForm<Values>({
    word: 'product',
    id: shown?.id,
    schema: product.create.request,
    filled: shown ? filledFrom(shown) : { values: { name: '', typeName: '', typeId: '' } },
    labels,
    savedText: shown ? t`Product modified` : t`Product added`,
    send({ typeId, ...values }, { version, idempotencyKey }) {
      const body = { ...values, typeId: Number(typeId) }
      return shown ? api.product.update({ params, body: { ...body, version } }) : api.product.create({ body, idempotencyKey })
    },
    reload: async () => filledFrom(await api.product.get({ params })),
  })
  const { control, failure } = form
  return (
    <RecordForm form={form} submitError={failure}>
      <TextField control={control} name="name" label={labels.name} autoComplete="off" />
      <TextField
        control={control}
        name="typeName"
        label={labels.typeName}
        help={t`The family of its tutorial, such as Teleco, WS6 or WSAII.`}
        autoComplete="off"
      />
      <TextField
        control={control}
        name="typeId"
        label={labels.typeId}
        help={t`The number its detectors give as their type.`}
        inputMode="numeric"
        autoComplete="off"
      />
    </RecordForm>
  )
}

function filledFrom({ name, typeName, typeId, version }: ShownProduct): Filled<Values> {
  return { values: { name, typeName, typeId: String(typeId) }, version }
}
