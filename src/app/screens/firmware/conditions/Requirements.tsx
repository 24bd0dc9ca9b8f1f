import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import * as v from 'valibot'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { api } from '../../../api/api.ts'
import { CheckboxField } from '../../../kit/fields/CheckboxField.tsx'
import { FormField, type FormFieldProps } from '../../../kit/fields/FormField.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { ActionDialog } from '../../../kit/form/ActionDialog.tsx'
import { findListed, listFor } from '../../../kit/listed/listedText.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { HardwareField } from './HardwareField.tsx'
import { useRequirementTexts } from './conditionWords.ts'
import { checkOtherHardware, fillRequirements, requirementsSchema } from './requirementsValues.ts'

/** What a detector must have before a release is installed on it. */
export function Requirements({ release }: { release: ShownRelease }) {
  const { t } = useLingui()
  const [isEditing, setIsEditing] = useState(false)
  const { state, requirements, images } = release
  const texts = useRequirementTexts()(requirements)
  const isDraft = state === 'draft'
  const notes = [
    texts.length === 0 && (isDraft ? t`None: any detector of its products can install it.` : t`None.`),
    // A withdrawn one is offered to nobody, whatever it requires.
    !isDraft && state !== 'withdrawn' && t`Once a release has left draft, they never change. Make a new version instead.`,
  ].filter((note) => note !== false)
  return (
    <section aria-label={t`Requirements`} className="flex flex-col gap-1.5 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="font-medium">
          <Trans>Requirements</Trans>
        </h3>
        {/* All of it deleted: restoring comes first. */}
        {isDraft && !images.every(({ isDeleted }) => isDeleted) && (
          <Button variant="outline" size="sm" onClick={() => setIsEditing(true)}>
            <Trans>Edit requirements</Trans>
          </Button>
        )}
      </div>
      {texts.length > 0 && (
        <ul className="flex list-disc flex-col gap-1 pl-5 marker:text-muted-foreground">
          {texts.map((text) => (
            <li key={text} className="wrap-anywhere">
              {text}
            </li>
          ))}
        </ul>
      )}
      {notes.length > 0 && <p className="text-pretty text-muted-foreground">{notes.join(' ')}</p>}
      {/* Also where it has left draft meanwhile: the form says so. */}
      {isEditing && <RequirementsDialog release={release} onClose={() => setIsEditing(false)} />}
    </section>
  )
}

/** Edits what a draft requires. */
function RequirementsDialog({ release, onClose }: { release: ShownRelease; onClose: () => void }) {
  const { t } = useLingui()
  const { id, versionName, approvals, hardware, olderVersions } = release
  return (
    <ActionDialog
      title={t`Requirements of ${versionName}`}
      description={
        <>
          <Trans>What a detector must have before {versionName} is installed on it. This can change only while it is a draft.</Trans>{' '}
          {approvals.length > 0 && <Trans>If you change it, the approval no longer counts.</Trans>}
        </>
      }
      width="sm:max-w-xl"
      schema={requirementsSchema}
      defaultValues={fillRequirements(release)}
      check={checkOtherHardware}
      action={t`Save`}
      send={async (values) => {
        await api.release.setRequirements({ params: { id }, body: v.parse(requirementsSchema, values) })
        return t`Requirements of ${versionName} saved`
      }}
      onClose={onClose}
    >
      {({ control, setValue }) => (
        <>
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
        </>
      )}
    </ActionDialog>
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
