import { Trans, useLingui } from '@lingui/react/macro'
import type { Choice } from '../../../contract/crud.ts'
import { firmware, type ShownFirmware } from '../../../contract/firmware.ts'
import { api } from '../../api.ts'
import { CheckboxField } from '../../kit/CheckboxField.tsx'
import { FileField } from '../../kit/FileField.tsx'
import { RecordForm } from '../../kit/FormPage.tsx'
import { idsOf } from '../../kit/record/idsOf.ts'
import { type Filled, useRecordForm } from '../../kit/record/useRecordForm.tsx'
import { RecordsField } from '../../kit/RecordsField.tsx'
import { TextAreaField } from '../../kit/TextAreaField.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { useUpload } from '../../kit/useUpload.tsx'
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

const empty: Values = {
  versionName: '', language: '', isBetaTest: false, isActive: true, changeLog: '', selectedProductIds: [], selectedBetaGroupIds: [], file: undefined,
} // prettier-ignore

/** `shown` is undefined where a firmware is created. */
export function FirmwareForm({ shown }: { shown?: ShownFirmware }) {
  const { t } = useLingui()
  const { labels } = useFirmwareWords()
  const upload = useUpload()
  const params = { id: shown?.id ?? 0 }
  const form = useRecordForm<Values>({
    word: 'firmware',
    id: shown?.id,
    schema: shown ? firmware.update.request : firmware.create.request,
    filled: shown ? filledFrom(shown) : { values: empty },
    labels,
    savedText: shown ? t`Firmware modified` : t`Firmware added`,
    send({ file, changeLog, selectedProductIds, selectedBetaGroupIds, ...values }, { version, idempotencyKey }) {
      const chosen = { selectedProductIds: idsOf(selectedProductIds), selectedBetaGroupIds: idsOf(selectedBetaGroupIds) }
      const body = { ...values, ...chosen, ...(changeLog !== '' && { changeLog }) }
      const sent = file === undefined ? {} : upload.options()
      if (shown) return api.firmware.update({ params, body: { ...body, version, ...(file && { file }) }, ...sent })
      // The schema has seen to it that a new firmware has a file.
      return api.firmware.create({ body: { ...body, file: file as File }, idempotencyKey, ...sent })
    },
    reload: async () => filledFrom(await api.firmware.get({ params })),
  })
  const { control, failure, watch } = form
  return (
    <RecordForm form={form} submitError={failure} footer={upload.progress}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField control={control} name="versionName" label={labels.versionName} autoComplete="off" />
        <TextField
          control={control}
          name="language"
          label={labels.language}
          help={t`Of the words on the detector’s screen.`}
          autoComplete="off"
        />
      </div>
      <FileField control={control} name="file" label={labels.file} accept=".bin" currentName={shown?.firmwareFile.filename} />
      <RecordsField
        control={control}
        name="selectedProductIds"
        label={labels.selectedProductIds}
        word="product"
        find={async (_, signal) => (await api.product.getAllNotDeleted({ signal })).filter((choice) => choice !== null)}
      />
      <CheckboxField
        control={control}
        name="isActive"
        label={<Trans>Active</Trans>}
        help={t`Customers of these products are offered it at once.`}
      />
      <CheckboxField
        control={control}
        name="isBetaTest"
        label={<Trans>Beta test</Trans>}
        help={t`Only beta testers of the groups below are offered it.`}
      />
      {watch('isBetaTest') && (
        <RecordsField
          control={control}
          name="selectedBetaGroupIds"
          label={labels.selectedBetaGroupIds}
          word="betaGroup"
          isSearchedOnServer
          find={(search, signal) => api.betaGroup.getAll({ query: { search }, signal })}
        />
      )}
      <TextAreaField
        control={control}
        name="changeLog"
        label={labels.changeLog}
        help={t`Markdown: ## for a heading, - for a list, ** around bold words.`}
        rows={10}
      />
    </RecordForm>
  )
}

function filledFrom({
  versionName,
  language,
  isBetaTest,
  isActive,
  changeLog,
  products,
  betaGroups,
  version,
}: ShownFirmware): Filled<Values> {
  const chosen = { selectedProductIds: products, selectedBetaGroupIds: betaGroups }
  return { values: { versionName, language, isBetaTest, isActive, changeLog: changeLog ?? '', ...chosen, file: undefined }, version }
}
