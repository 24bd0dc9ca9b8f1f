import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { toast } from 'sonner'
import * as v from 'valibot'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { api } from '../../../api/api.ts'
import { FormDialog, type FormDialogControls } from '../../../kit/dialogs/FormDialog.tsx'
import { FormDialogFooter } from '../../../kit/dialogs/FormDialogFooter.tsx'
import { FormFailure } from '../../../kit/failures/FormFailure.tsx'
import { useChangeErrorText } from '../../../kit/failures/useChangeErrorText.ts'
import { CheckboxField } from '../../../kit/fields/CheckboxField.tsx'
import { FormField, type FormFieldProps } from '../../../kit/fields/FormField.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { useContractForm } from '../../../kit/form/useContractForm.ts'
import { findListed, listFor } from '../../../kit/listed/listedText.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { HardwareField } from './HardwareField.tsx'
import { checkOtherHardware, fillRequirements, requirementsSchema } from './requirementsValues.ts'

type RequirementsDialogProps = { release: ShownRelease; onClose: () => void }

/** Edits what a draft requires. */
export function RequirementsDialog({ release, onClose }: RequirementsDialogProps) {
  const { versionName, approvals } = release
  return (
    <FormDialog
      title={<Trans>Requirements of {versionName}</Trans>}
      description={
        <>
          <Trans>What a detector must have before {versionName} is installed on it. This can change only while it is a draft.</Trans>{' '}
          {approvals.length > 0 && <Trans>If you change it, the approval no longer counts.</Trans>}
        </>
      }
      width="sm:max-w-xl"
      onClose={onClose}
    >
      {(controls) => <RequirementsForm release={release} onClose={onClose} {...controls} />}
    </FormDialog>
  )
}

function RequirementsForm({ release, onClose, onChanged, onCancel }: RequirementsDialogProps & FormDialogControls) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const errorText = useChangeErrorText()
  const { id, versionName, hardware, olderVersions } = release
  const { control, formProps, failure, isBusy, setValue } = useContractForm({
    schema: requirementsSchema,
    defaultValues: fillRequirements(release),
    check: checkOtherHardware,
    async send(values) {
      try {
        await api.release.setRequirements({ params: { id }, body: v.parse(requirementsSchema, values) })
      } finally {
        // Also after a refusal: somebody else may have offered it.
        void queryClient.invalidateQueries()
      }
      toast.success(t`Requirements of ${versionName} saved`)
      onClose()
    },
    onChanged,
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {failure !== null && <FormFailure failure={failure} text={errorText(failure)} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <VersionField
          control={control}
          name="minimumInstalledVersion"
          label={t`Oldest installed version`}
          help={t`Older detectors do not get it, unless an intermediate version leads to it.`}
          versions={olderVersions}
          isTypeable
        />
        <VersionField
          control={control}
          name="steppingStone"
          label={t`Intermediate version`}
          help={t`What older detectors install first.`}
          versions={olderVersions}
        />
      </div>
      <HardwareField
        control={control}
        name="hardwareVersions"
        label={t`Hardware versions`}
        help={t`If you choose none, it is for every hardware version.`}
        hardware={hardware}
      />
      <TextField
        control={control}
        name="otherHardware"
        label={t`Other hardware versions`}
        help={t`That no known detector has yet, as “6, 7”.`}
        autoComplete="off"
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          control={control}
          name="minimumBatteryPercent"
          label={t`Lowest battery level, in percent`}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          control={control}
          name="minimumAppBuild"
          label={t`Oldest portal build`}
          help={
            <>
              <Trans>An older page asks to be reloaded first.</Trans>{' '}
              <Button
                variant="link"
                size="inline"
                onClick={() => setValue('minimumAppBuild', String(builtNumber), { shouldDirty: true, shouldValidate: true })}
              >
                <Trans>Use this page’s build, {String(builtNumber)}</Trans>
              </Button>
            </>
          }
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <CheckboxField control={control} name="needsCoil" label={t`A coil must be connected`} />
      <FormDialogFooter submitLabel={<Trans>Save</Trans>} isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}

type VersionFieldProps<T extends FieldValues> = FormFieldProps<T> & {
  versions: readonly string[]
  /** Also a version that is not among them. */
  isTypeable?: boolean
}

/** No version has this name: they are trimmed. */
const none = ' '

/** One of the older versions, or none: ''. */
function VersionField<T extends FieldValues>({ versions, isTypeable = false, ...about }: VersionFieldProps<T>) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  return (
    <FormField {...about}>
      {(controlProps, { value, onChange, ...field }) => {
        const text = typed.trim()
        const listed = [...new Set([...(value === '' ? [] : [String(value)]), ...versions])].map((version) => ({
          value: version,
          label: version,
        }))
        const { offered, isNew } = listFor([{ value: none, label: t`None` }, ...listed], typed)
        return (
          <Combobox
            {...controlProps}
            {...field}
            options={isTypeable && isNew ? [...offered, { value: text, label: t`Use “${text}”` }] : offered}
            value={value === '' ? none : value}
            shown={value === '' ? t`None` : value}
            placeholder={t`Choose`}
            searchLabel={isTypeable ? t`Search or type` : t`Search`}
            emptyText={t`No results`}
            onChange={(next) => onChange(next.trim() === '' ? '' : (findListed(listed, next)?.value ?? next))}
            onSearch={setTyped}
          />
        )
      }}
    </FormField>
  )
}
