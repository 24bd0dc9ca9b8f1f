import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { FormDialog, FormDialogControls } from '../../kit/dialogs/FormDialog.tsx'
import { useContractForm } from '../../kit/form/useContractForm.ts'

type FormOptions<T extends FieldValues> = Parameters<typeof useContractForm<T>>[0]
type BatchFormOptions<T extends FieldValues> = Pick<FormOptions<T>, 'schema' | 'defaultValues' | 'send'> &
  Pick<FormDialogControls, 'onChanged'> &
  Pick<ComponentProps<typeof FormDialog>, 'onClose'>

/** The form of a dialog that changes a batch: the batches and codes are loaded anew before it closes. */
export function useBatchForm<T extends FieldValues>({ schema, defaultValues, send, onChanged, onClose }: BatchFormOptions<T>) {
  const queryClient = useQueryClient()
  return useContractForm<T>({
    schema,
    defaultValues,
    async send(values) {
      await send(values)
      await queryClient.invalidateQueries({ queryKey: ['warrantyCode'] })
      onClose()
    },
    onChanged,
  })
}
