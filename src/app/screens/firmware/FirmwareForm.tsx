import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { firmware, type ShownFirmware } from '../../../contract/firmware.ts'
import { firmwareFileExtension } from '../../../contract/rules.ts'
import { asAppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { productChoices } from '../../api/choices.ts'
import { FileField } from '../../kit/fields/FileField.tsx'
import { ListedTextField } from '../../kit/listed/ListedTextField.tsx'
import { MarkdownField } from '../../kit/fields/MarkdownField.tsx'
import { RecordsField } from '../../kit/listed/RecordsField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useUpload } from '../../kit/fields/useUpload.tsx'
import { CreatePage } from '../../kit/pages/CreatePage.tsx'
import { EditPage } from '../../kit/pages/EditPage.tsx'
import { RecordForm } from '../../kit/pages/FormPage.tsx'
import { idsOf, memberChanges } from '../../kit/record/memberChanges.ts'
import { useRecordForm } from '../../kit/record/useRecordForm.tsx'
import { confirmFile } from './file/compareFile.ts'
import { FileFacts } from './file/FileFacts.tsx'
import { useFileLook } from './file/useFileLook.ts'
import { fillFirmware, type FirmwareValues } from './firmwareValues.ts'
import { useFirmwareWords } from './firmwareWords.ts'
import { useLanguageOptions } from './languageOptions.ts'
import { meantStep } from './state/meantStep.ts'
import { StateFields } from './state/StateFields.tsx'
import { useVersionPlaceText } from './version/useVersionPlaceText.ts'

export function FirmwareCreateScreen() {
  return (
    <CreatePage entity="firmware" words={useFirmwareWords()}>
      <FirmwareForm />
    </CreatePage>
  )
}

export function FirmwareEditScreen() {
  return (
    <EditPage entity="firmware" words={useFirmwareWords()} get={api.firmware.get}>
      {(shown) => <FirmwareForm shown={shown} />}
    </EditPage>
  )
}

/** `shown` is undefined for a new firmware. */
function FirmwareForm({ shown }: { shown?: ShownFirmware }) {
  const { t } = useLingui()
  const languages = useLanguageOptions()
  const { look, lookAt } = useFileLook()
  const { send, unusual, upload } = useSend()
  const form = useRecordForm<ShownFirmware, FirmwareValues>({
    entity: 'firmware',
    words: useFirmwareWords(),
    shown,
    schema: shown ? firmware.update.request : firmware.create.request,
    fill: fillFirmware,
    get: api.firmware.get,
    check: ({ file }) => (look !== null && look.refusal !== null && look.file === file ? { file: look.refusal } : {}),
    send,
  })
  const { field, failure, stored, setValue, trigger, watch } = form
  // A file that cannot be a firmware is refused at once, not only when the form is sent.
  useEffect(() => {
    if (look !== null) void trigger('file')
  }, [look, trigger])
  const [file, versionName, language, products] = watch(['file', 'versionName', 'language', 'selectedProductIds'])
  const state = stored?.state ?? 'draft'
  const fixed = state === 'draft' ? undefined : stored
  const isFixed = fixed !== undefined
  const place = useVersionPlaceText({ versionName, language, selectedProductIds: idsOf(products) }, stored)
  // Somebody else may have offered it while this form was open: what cannot change any more is sent as it is stored.
  useEffect(() => {
    if (fixed === undefined) return
    setValue('versionName', fixed.versionName)
    setValue('language', fixed.language)
    setValue('file', undefined)
  }, [fixed, setValue])
  return (
    <RecordForm form={form} submitError={failure} footer={upload.progress}>
      {isFixed && (
        <p className="text-sm text-pretty text-muted-foreground">
          <Trans>A released firmware keeps its version, language and file. Make a new version instead.</Trans>
        </p>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('versionName')} {...(!isFixed && place !== null && { help: place })} readOnly={isFixed} />
        <ListedTextField {...field('language')} options={languages} help={t`The language of the detector’s screen.`} disabled={isFixed} />
      </div>
      <FileField
        {...field('file')}
        accept={firmwareFileExtension}
        currentName={shown?.firmwareFile.filename}
        disabled={isFixed}
        onChoose={(chosen) => {
          // What was confirmed was another file.
          setValue('typedVersion', '')
          lookAt(chosen)
        }}
      />
      {look !== null && look.file === file && look.refusal === null && (
        <FileFacts
          key={look.sha256}
          look={look}
          about={{ versionName, selectedProductIds: idsOf(products) }}
          isAskedByServer={unusual === file}
        >
          <TextField
            {...field('typedVersion')}
            {...(versionName.trim() !== '' && { label: t`Type the version to confirm: ${versionName.trim()}` })}
            autoComplete="off"
            spellCheck={false}
          />
        </FileFacts>
      )}
      <RecordsField {...field('selectedProductIds')} choices={productChoices} />
      <StateFields field={field} control={form.control} state={state} />
      <MarkdownField {...field('changeLog')} help={t`Markdown: ## for a heading, - for a list, ** around bold words.`} rows={10} />
    </RecordForm>
  )
}

type Send = Parameters<typeof useRecordForm<ShownFirmware, FirmwareValues>>[0]['send']

/** Makes the call, once the file is confirmed, and leads to the step that the boxes mean. `unusual`: the file that the server wants confirmed. */
function useSend() {
  const upload = useUpload()
  const queryClient = useQueryClient()
  const [unusual, setUnusual] = useState<File>()
  const send: Send = async ({ file, changeLog, selectedProductIds, selectedBetaGroupIds, typedVersion, ...values }, to) => {
    const { params, edit, stored, idempotencyKey } = to
    const chosen = { selectedProductIds: idsOf(selectedProductIds), selectedBetaGroupIds: idsOf(selectedBetaGroupIds) }
    const about = { versionName: values.versionName, selectedProductIds: chosen.selectedProductIds }
    const confirmation = { typedVersion, isAskedByServer: file !== undefined && unusual === file }
    const confirmed = file === undefined ? {} : await confirmFile(queryClient, { file, about }, confirmation)
    const { sent, step } = meantStep(stored ?? { isActive: false, isBetaTest: false, state: 'draft' }, values)
    const body = { ...values, ...sent, ...chosen, ...confirmed, ...(changeLog !== '' && { changeLog }) }
    const options = file === undefined ? {} : upload.options()
    const betaGroupChanges = memberChanges(stored?.betaGroups ?? [], selectedBetaGroupIds)
    // The schema requires a file for a new firmware.
    const create = () => api.firmware.create({ body: { ...body, file: file as File }, idempotencyKey, ...options })
    const update = (before: ShownFirmware) =>
      api.firmware.update({
        params,
        body: { ...body, betaGroupChanges, ...edit, ...(file && { file }) },
        stored: { ...fillFirmware(before), selectedProductIds: idsOf(before.products), selectedBetaGroupIds: idsOf(before.betaGroups) },
        ...options,
      })
    try {
      const saved = await (stored ? update(stored) : create())
      return { ...saved, ...(step !== null && { search: { step } }) }
    } catch (error) {
      if (asAppError(error).code === 'firmware.file.unusual.error') setUnusual(file)
      throw error
    }
  }
  return { send, unusual, upload }
}
