import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import * as v from 'valibot'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { api } from '../../../api/api.ts'
import { useShareText } from '../../../i18n/measures.ts'
import { FormDialog, type FormDialogControls } from '../../../kit/dialogs/FormDialog.tsx'
import { FormDialogFooter } from '../../../kit/dialogs/FormDialogFooter.tsx'
import { FormFailure } from '../../../kit/failures/FormFailure.tsx'
import { useChangeErrorText } from '../../../kit/failures/useChangeErrorText.ts'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { useContractForm } from '../../../kit/form/useContractForm.ts'
import { checkRaise, raisedTo, raiseSchema } from './planValues.ts'

type RaiseShareDialogProps = { release: ShownRelease; onClose: () => void }

/** Offers a staged release to more detectors at once, for a reason that its history keeps. */
export function RaiseShareDialog({ release, onClose }: RaiseShareDialogProps) {
  const { versionName } = release
  return (
    <FormDialog
      title={<Trans>Raise the share of {versionName}</Trans>}
      description={
        <Trans>More detectors are offered it at once, whatever the updates so far say. The share cannot be made smaller again.</Trans>
      }
      onClose={onClose}
    >
      {(controls) => <RaiseShareForm release={release} onClose={onClose} {...controls} />}
    </FormDialog>
  )
}

function RaiseShareForm({ release: { id, versionName, plan }, onClose, onChanged, onCancel }: RaiseShareDialogProps & FormDialogControls) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const shareText = useShareText()
  const errorText = useChangeErrorText()
  // No longer staged: the server says so.
  const from = plan?.share ?? 0
  const { control, formProps, failure, isBusy, watch } = useContractForm({
    schema: raiseSchema,
    defaultValues: { share: '', reason: '' },
    check: (values) => checkRaise(values, from),
    async send(values) {
      const sent = v.parse(raiseSchema, values)
      try {
        await api.release.raiseShare({ params: { id }, body: { ...sent, from } })
      } finally {
        // Also after a refusal: it may have grown meanwhile.
        void queryClient.invalidateQueries()
      }
      toast.success(
        sent.share >= 1
          ? t`${versionName} is now offered to all detectors`
          : t`${versionName} is now offered to ${shareText(sent.share)} of the detectors`,
      )
      onClose()
    },
    onChanged,
  })
  const share = raisedTo(watch(), from)
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {failure !== null && <FormFailure failure={failure} text={errorText(failure)} />}
      <TextField
        control={control}
        name="share"
        label={t`Share of the detectors, in percent`}
        help={
          share === 1
            ? t`It is released when its plan says so, or when you offer it to everyone.`
            : t`Now ${shareText(from)}. 100 is everyone.`
        }
        inputMode="decimal"
        autoComplete="off"
      />
      <TextField
        control={control}
        name="reason"
        label={t`Reason`}
        help={t`Stays with this release, with your name and the date.`}
        autoComplete="off"
      />
      <FormDialogFooter submitLabel={useSubmitLabel()(share)} isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}

/** Says how far. `share`: null while it cannot be read. */
function useSubmitLabel(): (share: number | null) => string {
  const { t } = useLingui()
  const shareText = useShareText()
  return (share) => {
    if (share === null) return t`Raise the share`
    return share >= 1 ? t`Offer to all detectors` : t`Offer to ${shareText(share)} of the detectors`
  }
}
