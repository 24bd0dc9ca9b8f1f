import { useLingui } from '@lingui/react/macro'
import { userProduct, type UserProduct } from '../../../../contract/userProduct.ts'
import { api } from '../../../api/api.ts'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { ActionDialog } from '../../../kit/form/ActionDialog.tsx'
import { userProductsKey } from '../../../update/ownQueries.ts'

/** Gives a detector a name, or takes it away. */
export function RenameDialog({ owned: { id, tostring: name, nickname }, onClose }: { owned: UserProduct; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <ActionDialog
      title={t`Name of ${name}`}
      description={t`A name of your own helps you to tell your detectors apart.`}
      schema={userProduct.rename.request}
      defaultValues={{ nickname: nickname ?? '' }}
      action={t`Save`}
      send={async (body) => void (await api.userProduct.rename({ params: { id }, body }))}
      refetch={userProductsKey}
      onClose={onClose}
    >
      {({ control }) => <TextField control={control} name="nickname" label={t`Name`} help={t`Leave it empty to show the model.`} />}
    </ActionDialog>
  )
}
