import { useLingui } from '@lingui/react/macro'
import type { RecordField } from '../../../contract/recordFields.ts'
import type { RecordWords } from '../../kit/record/recordWords.ts'

export function useProductWords(): RecordWords<RecordField<'product'>> {
  const { t } = useLingui()
  return {
    title: t`Products`,
    add: t`Add a product`,
    create: t`New product`,
    edit: t`Edit product`,
    added: t`Product added`,
    modified: t`Product modified`,
    labels: { name: t`Name`, typeName: t`Type name`, typeId: t`Type number` },
    deleteWords: {
      question: (name: string) => t`Delete product “${name}”?`,
      done: t`Product deleted`,
      consequence: t`Its detectors can no longer be added or updated. Their history is kept.`,
    },
  }
}
