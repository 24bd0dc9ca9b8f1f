import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import * as v from 'valibot'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { api } from '../../../api/api.ts'
import { FormDialog, type FormDialogControls } from '../../../kit/dialogs/FormDialog.tsx'
import { FormDialogFooter } from '../../../kit/dialogs/FormDialogFooter.tsx'
import { FormFailure } from '../../../kit/failures/FormFailure.tsx'
import { useChangeErrorText } from '../../../kit/failures/useChangeErrorText.ts'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { useContractForm } from '../../../kit/form/useContractForm.ts'
import { useListText } from '../conditions/conditionWords.ts'
import { useTargetText } from '../steps/useFirstShareText.ts'
import { checkPlan, percentOf, plannedShares, planSchema } from './planValues.ts'

type PlanDialogProps = { release: ShownRelease; onClose: () => void }

/** Changes the shares that updates lead a staged release to. */
export function PlanDialog({ release, onClose }: PlanDialogProps) {
  const { versionName } = release
  return (
    <FormDialog
      title={<Trans>Plan of {versionName}</Trans>}
      description={<Trans>It grows to the next of these shares as updates succeed, at most one step a day.</Trans>}
      onClose={onClose}
    >
      {(controls) => <PlanForm release={release} onClose={onClose} {...controls} />}
    </FormDialog>
  )
}

function PlanForm({ release: { id, versionName, plan }, onClose, onChanged, onCancel }: PlanDialogProps & FormDialogControls) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const listText = useListText()
  const targetText = useTargetText()
  const errorText = useChangeErrorText()
  const { control, formProps, failure, isBusy, watch } = useContractForm({
    schema: planSchema,
    defaultValues: { shares: (plan?.shares ?? []).map(percentOf).join(', ') },
    check: checkPlan,
    async send(values) {
      try {
        await api.release.setPlan({ params: { id }, body: v.parse(planSchema, values) })
      } finally {
        // Also after a refusal: it may no longer be staged.
        void queryClient.invalidateQueries()
      }
      toast.success(t`The plan of ${versionName} is changed`)
      onClose()
    },
    onChanged,
  })
  const shares = plannedShares(watch('shares'))
  // Those before the one that it has change nothing.
  const ahead = (shares ?? []).filter((share) => share > (plan?.share ?? 0))
  const list = listText(ahead.map(targetText))
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {failure !== null && <FormFailure failure={failure} text={errorText(failure)} />}
      <TextField
        control={control}
        name="shares"
        label={t`Shares in percent`}
        help={t`As “5, 20, 50, 100”, each larger than the one before. If you leave it empty, it grows by hand only.`}
        autoComplete="off"
      />
      <FormDialogFooter submitLabel={labelOf()} isBusy={isBusy} onCancel={onCancel} />
    </form>
  )

  function labelOf(): string {
    if (shares?.length === 0) return t`Grow by hand only`
    return ahead.length === 0 ? t`Save` : t`Grow to ${list}`
  }
}
