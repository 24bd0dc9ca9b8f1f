import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { userProduct, type UserProduct } from '../../../../contract/userProduct.ts'
import { api } from '../../../api/api.ts'
import { FormDialog, type FormDialogControls } from '../../../kit/dialogs/FormDialog.tsx'
import { FormDialogFooter } from '../../../kit/dialogs/FormDialogFooter.tsx'
import { FormFailure } from '../../../kit/failures/FormFailure.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { useContractForm } from '../../../kit/form/useContractForm.ts'
import { userProductsKey } from '../../../update/ownQueries.ts'

type RenameDialogProps = { owned: UserProduct; onClose: () => void }

/** Gives a detector a name, or takes it away. */
export function RenameDialog({ owned, onClose }: RenameDialogProps) {
  const name = owned.tostring
  return (
    <FormDialog
      title={<Trans>Name of {name}</Trans>}
      description={<Trans>A name of your own helps you to tell your detectors apart.</Trans>}
      onClose={onClose}
    >
      {(form) => <NameForm owned={owned} onClose={onClose} {...form} />}
    </FormDialog>
  )
}

function NameForm({ owned, onClose, onChanged, onCancel }: RenameDialogProps & FormDialogControls) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { control, formProps, failure, isBusy } = useContractForm<{ nickname: string }>({
    schema: userProduct.rename.request,
    defaultValues: { nickname: owned.nickname ?? '' },
    async send({ nickname }) {
      await api.userProduct.rename({ params: { id: owned.id }, body: { nickname } })
      await queryClient.invalidateQueries({ queryKey: userProductsKey })
      onClose()
    },
    onChanged,
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {failure !== null && <FormFailure failure={failure} />}
      <TextField control={control} name="nickname" label={t`Name`} help={t`Leave it empty to show the model.`} />
      <FormDialogFooter submitLabel={<Trans>Save</Trans>} isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}
