import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { toast } from 'sonner'
import { warrantyCodesMax } from '../../../contract/rules.ts'
import { warrantyCode } from '../../../contract/warrantyCode.ts'
import { api } from '../../api/api.ts'
import { saveResponse } from '../../api/saveResponse.ts'
import { CheckboxField } from '../../kit/fields/CheckboxField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FormDialogFooter } from '../../kit/dialogs/FormDialogFooter.tsx'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { useContractForm } from '../../kit/form/useContractForm.ts'
import { TitledDialog } from '../../kit/dialogs/TitledDialog.tsx'
import { useCodesFilename } from './useCodesFilename.ts'

/** Generates codes and saves them as a file. If that breaks off, the same button gets the same codes. */
export function GenerateDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const queryClient = useQueryClient()
  const filename = useCodesFilename()
  // One key for the same values: a request that is sent again gets the same codes.
  const attempt = useRef({ values: '', key: '' })
  const { control, formProps, failure, isBusy } = useContractForm({
    schema: warrantyCode.generateCode.request,
    defaultValues: { nbCode: '', isGifted: false },
    async send({ nbCode, isGifted }) {
      const values = JSON.stringify([nbCode, isGifted])
      if (attempt.current.values !== values) attempt.current = { values, key: crypto.randomUUID() }
      try {
        const body = { nbCode: Number(nbCode), isGifted }
        await saveResponse(await api.warrantyCode.generateCode({ body, idempotencyKey: attempt.current.key }), filename())
      } finally {
        // Codes may have been generated, also if their file did not arrive.
        void queryClient.invalidateQueries({ queryKey: ['warrantyCode'] })
      }
      toast.success(t`Codes generated`)
      onClose()
    },
  })

  return (
    <TitledDialog
      title={<Trans>Generate warranty codes</Trans>}
      description={<Trans>The new codes are saved as an Excel file. You can download it again under “Earlier batches”.</Trans>}
      onClose={onClose}
    >
      <form {...formProps} className="flex flex-col gap-5">
        {failure !== null && <FormFailure failure={failure} />}
        <TextField
          control={control}
          name="nbCode"
          label={t`Number of codes`}
          help={t`At most ${i18n.number(warrantyCodesMax)} at a time`}
          inputMode="numeric"
          autoComplete="off"
        />
        <CheckboxField control={control} name="isGifted" label={t`Gifted`} help={t`The codes are given away, not sold.`} />
        <FormDialogFooter submitLabel={<Trans>Generate and download</Trans>} isBusy={isBusy} onCancel={onClose} />
      </form>
    </TitledDialog>
  )
}
