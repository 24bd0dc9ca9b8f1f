import { Trans, useLingui } from '@lingui/react/macro'
import { rallyZone, type ShownRallyZone } from '../../../contract/rallyZone.ts'
import { api } from '../../api/api.ts'
import { CheckboxField } from '../../kit/fields/CheckboxField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useUpload } from '../../kit/fields/useUpload.tsx'
import { CreatePage } from '../../kit/pages/CreatePage.tsx'
import { EditPage } from '../../kit/pages/EditPage.tsx'
import { RecordForm } from '../../kit/pages/FormPage.tsx'
import { leadsToList, useReturnToList } from '../../kit/record/returnToList.ts'
import { useRecordForm } from '../../kit/record/useRecordForm.tsx'
import { ChosenZoneMap } from './ChosenZoneMap.tsx'
import { useRallyZoneWords } from './rallyZoneWords.ts'
import { StoredZoneMap } from './StoredZoneMap.tsx'
import { ZoneFilesField } from './ZoneFilesField.tsx'

type Values = { title: string; enabled: boolean; zoneFile: File[] }

export function RallyZoneCreateScreen() {
  return (
    <CreatePage entity="rallyZone" words={useRallyZoneWords()}>
      <RallyZoneForm />
    </CreatePage>
  )
}

export function RallyZoneEditScreen() {
  return (
    <EditPage entity="rallyZone" words={useRallyZoneWords()} get={api.rallyZone.get}>
      {(shown) => <RallyZoneForm shown={shown} />}
    </EditPage>
  )
}

/** `shown` is undefined for a new zone. */
function RallyZoneForm({ shown }: { shown?: ShownRallyZone }) {
  const { t } = useLingui()
  const upload = useUpload()
  const returnToList = useReturnToList('rallyZone')
  const form = useRecordForm<ShownRallyZone, Values>({
    entity: 'rallyZone',
    words: useRallyZoneWords(),
    shown,
    schema: shown ? rallyZone.update.request : rallyZone.create.request,
    fill,
    get: api.rallyZone.get,
    async send(body, { params, edit, idempotencyKey }) {
      const sent = body.zoneFile.length === 0 ? {} : upload.options()
      try {
        if (shown) return await api.rallyZone.update({ params, body: { ...body, ...edit }, ...sent })
        return await api.rallyZone.create({ body, idempotencyKey, ...sent })
      } catch (error) {
        if (!leadsToList(error)) throw error
        returnToList(error)
        return null
      }
    },
  })
  const { field, failure, watch } = form
  const files = watch('zoneFile')
  return (
    <RecordForm form={form} submitError={failure} footer={upload.progress} submitLabel={<Trans>Validate</Trans>}>
      <TextField {...field('title')} />
      <ZoneFilesField
        {...field('zoneFile')}
        label={shown ? t`KML File` : t`KML File mandatory`}
        help={shown && t`Files that you choose replace the stored ones: ${shown.fileName}`}
      />
      {files.length > 0 && <ChosenZoneMap files={files} />}
      {files.length === 0 && shown && <StoredZoneMap zone={shown} />}
      <CheckboxField {...field('enabled')} help={t`The companion app shows enabled zones.`} />
    </RecordForm>
  )
}

function fill(shown?: ShownRallyZone): Values {
  return { title: shown?.title ?? '', enabled: shown?.status ?? true, zoneFile: [] }
}
