import { useLingui } from '@lingui/react/macro'
import type { Choice } from '../../../contract/crud.ts'
import { firmware, type ShownFirmware } from '../../../contract/firmware.ts'
import { firmwareFileExtension } from '../../../contract/rules.ts'
import { api } from '../../api/api.ts'
import { betaGroupChoices, productChoices } from '../../api/choices.ts'
import { CheckboxField } from '../../kit/fields/CheckboxField.tsx'
import { FileField } from '../../kit/fields/FileField.tsx'
import { CreatePage } from '../../kit/pages/CreatePage.tsx'
import { EditPage } from '../../kit/pages/EditPage.tsx'
import { RecordForm } from '../../kit/pages/FormPage.tsx'
import { MarkdownField } from '../../kit/fields/MarkdownField.tsx'
import { idsOf, memberChanges } from '../../kit/record/memberChanges.ts'
import { useRecordForm } from '../../kit/record/useRecordForm.tsx'
import { RecordsField } from '../../kit/fields/RecordsField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useUpload } from '../../kit/fields/useUpload.tsx'
import { useFirmwareWords } from './firmwareWords.ts'

type Values = {
  versionName: string
  language: string
  isBetaTest: boolean
  isActive: boolean
  changeLog: string
  selectedProductIds: Choice[]
  selectedBetaGroupIds: Choice[]
  file: File | undefined
}

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
  const upload = useUpload()
  const form = useRecordForm({
    entity: 'firmware',
    words: useFirmwareWords(),
    shown,
    schema: shown ? firmware.update.request : firmware.create.request,
    fill,
    get: api.firmware.get,
    send({ file, changeLog, selectedProductIds, selectedBetaGroupIds, ...values }, { params, version, idempotencyKey }) {
      const chosen = { selectedProductIds: idsOf(selectedProductIds), selectedBetaGroupIds: idsOf(selectedBetaGroupIds) }
      const body = { ...values, ...chosen, ...(changeLog !== '' && { changeLog }) }
      const sent = file === undefined ? {} : upload.options()
      const betaGroupChanges = memberChanges(shown?.betaGroups ?? [], selectedBetaGroupIds)
      const stored = shown && { ...fill(shown), selectedProductIds: idsOf(shown.products), selectedBetaGroupIds: idsOf(shown.betaGroups) }
      if (shown)
        return api.firmware.update({ params, body: { ...body, betaGroupChanges, version, ...(file && { file }) }, stored, ...sent })
      // The schema requires a file for a new firmware.
      return api.firmware.create({ body: { ...body, file: file as File }, idempotencyKey, ...sent })
    },
  })
  const { field, failure, watch } = form
  return (
    <RecordForm form={form} submitError={failure} footer={upload.progress}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('versionName')} />
        <TextField {...field('language')} help={t`The language of the detector’s screen.`} />
      </div>
      <FileField {...field('file')} accept={firmwareFileExtension} currentName={shown?.firmwareFile.filename} />
      <RecordsField {...field('selectedProductIds')} choices={productChoices} />
      <CheckboxField {...field('isActive')} help={t`Offered to the customers of these products right away.`} />
      <CheckboxField {...field('isBetaTest')} help={t`Offered only to the beta testers in the groups below.`} />
      {watch('isBetaTest') && <RecordsField {...field('selectedBetaGroupIds')} choices={betaGroupChoices} />}
      <MarkdownField {...field('changeLog')} help={t`Markdown: ## for a heading, - for a list, ** around bold words.`} rows={10} />
    </RecordForm>
  )
}

function fill(shown?: ShownFirmware): Values {
  return {
    versionName: shown?.versionName ?? '',
    language: shown?.language ?? '',
    isBetaTest: shown?.isBetaTest ?? false,
    isActive: shown?.isActive ?? true,
    changeLog: shown?.changeLog ?? '',
    selectedProductIds: shown?.products ?? [],
    selectedBetaGroupIds: shown?.betaGroups ?? [],
    file: undefined,
  }
}
