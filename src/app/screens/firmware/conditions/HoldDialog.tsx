import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { toast } from 'sonner'
import { release as calls } from '../../../../contract/release.ts'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { api } from '../../../api/api.ts'
import { FormDialog, type FormDialogControls } from '../../../kit/dialogs/FormDialog.tsx'
import { FormDialogFooter } from '../../../kit/dialogs/FormDialogFooter.tsx'
import { FormFailure } from '../../../kit/failures/FormFailure.tsx'
import { useChangeErrorText } from '../../../kit/failures/useChangeErrorText.ts'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { useContractForm } from '../../../kit/form/useContractForm.ts'
import { HardwareField } from './HardwareField.tsx'
import { useListText } from './conditionWords.ts'

type HoldDialogProps = { release: ShownRelease; onClose: () => void }
type HoldValues = { hardwareVersions: string[]; reasonEn: string; reasonFr: string }

/** Keeps a release from some or all detectors. A brake: it asks for nothing but whom and why. */
export function HoldDialog({ release, onClose }: HoldDialogProps) {
  const { versionName } = release
  return (
    <FormDialog
      title={<Trans>Hold back {versionName}</Trans>}
      description={
        <Trans>No update with it begins on these detectors until you lift the hold. Updates that have begun can be finished.</Trans>
      }
      onClose={onClose}
    >
      {(controls) => <HoldForm release={release} onClose={onClose} {...controls} />}
    </FormDialog>
  )
}

function HoldForm({ release: { id, versionName, hardware }, onClose, onChanged, onCancel }: HoldDialogProps & FormDialogControls) {
  const { t } = useLingui()
  const listText = useListText()
  const errorText = useChangeErrorText()
  const { control, formProps, failure, isBusy, watch } = useContractForm<HoldValues>({
    schema: calls.hold.request,
    defaultValues: { hardwareVersions: [], reasonEn: '', reasonFr: '' },
    async send({ hardwareVersions, ...reasons }) {
      await api.release.hold({ params: { id }, body: { hardwareVersions: inOrder(hardwareVersions), ...reasons } })
      toast.success(t`${versionName} is held back`)
      onClose()
    },
    onChanged,
  })
  const chosen = inOrder(watch('hardwareVersions'))
  const versions = listText(chosen)
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {failure !== null && <FormFailure failure={failure} text={errorText(failure)} />}
      <HardwareField
        control={control}
        name="hardwareVersions"
        label={t`Whom to hold it back from`}
        help={t`If you choose none, it is held back from all detectors.`}
        hardware={hardware}
      />
      <TextField
        control={control}
        name="reasonEn"
        label={t`Reason in English`}
        help={t`Owners read it, in their language. Say what fails, and what you do about it.`}
        autoComplete="off"
      />
      <TextField control={control} name="reasonFr" label={t`Reason in French`} autoComplete="off" />
      <FormDialogFooter
        submitLabel={
          chosen.length === 0
            ? t`Hold back from all detectors`
            : t`${plural(chosen.length, { one: `Hold back from hardware ${versions}`, other: `Hold back from hardware ${versions}` })}`
        }
        isBusy={isBusy}
        onCancel={onCancel}
      />
    </form>
  )
}

function inOrder(versions: readonly string[]): number[] {
  return versions.map(Number).toSorted((one, other) => one - other)
}
