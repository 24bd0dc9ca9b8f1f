import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import { rallyZone, type ShownRallyZone } from '../../../contract/rallyZone.ts'
import { api } from '../../api/api.ts'
import { FailedQuery } from '../../kit/failures/Failed.tsx'
import { CheckboxField } from '../../kit/fields/CheckboxField.tsx'
import { FileDrop } from '../../kit/fields/FileDrop.tsx'
import { FormField, type FormFieldProps } from '../../kit/fields/FormField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useUpload } from '../../kit/fields/useUpload.tsx'
import { CreatePage } from '../../kit/pages/CreatePage.tsx'
import { EditPage } from '../../kit/pages/EditPage.tsx'
import { RecordForm } from '../../kit/pages/FormPage.tsx'
import { leadsToList, useReturnToList } from '../../kit/record/returnToList.ts'
import { useRecordForm } from '../../kit/record/useRecordForm.tsx'
import { Button } from '../../ui/button.tsx'
import { ZoneMap } from './map/ZoneMap.tsx'
import { useRallyZoneWords } from './rallyZoneWords.ts'
import { MapPending, StoredZoneMap } from './StoredZoneMap.tsx'
import { ZoneProblems } from './ZoneProblems.tsx'

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

const keptMs = 60_000

/** What chosen files draw and what is wrong with them, before they are saved. The server reads them, as it will when they are saved. */
function ChosenZoneMap({ files }: { files: readonly File[] }) {
  const { t } = useLingui()
  const reading = useQuery({
    // A file has no identity of its own; one that was edited has another time.
    queryKey: [...api.rallyZone.readFiles.queryKey, files.map(({ name, size, lastModified }) => [name, size, lastModified])],
    queryFn: ({ signal }) => api.rallyZone.readFiles({ body: { zoneFile: [...files] }, signal }),
    staleTime: Infinity,
    gcTime: keptMs,
  })
  if (reading.isPending) return <MapPending label={t`Reading the files`} />
  if (reading.isError) return <FailedQuery query={reading} />
  const read = reading.data.files
  const shapes = read.flatMap((file) => file.shapes)
  return (
    <div className="flex flex-col gap-4">
      <ZoneProblems files={read} />
      {shapes.length > 0 && (
        <ZoneMap
          files={read.map(({ fileName }) => fileName)}
          shapes={shapes}
          areaSquareMeters={read.reduce((sum, file) => sum + file.areaSquareMeters, 0)}
          perimeterMeters={read.reduce((sum, file) => sum + file.perimeterMeters, 0)}
        />
      )}
    </div>
  )
}

/** Several KML files; in the form a list. Files that are chosen later are added. */
function ZoneFilesField<T extends FieldValues>(about: FormFieldProps<T>) {
  const { t } = useLingui()
  return (
    <FormField {...about}>
      {(controlProps, { value, onChange, ...field }) => {
        // The form's default values have a list of files under this name.
        const files = value as File[]
        const add = (...chosen: File[]) => onChange([...files.filter((file) => !chosen.some(({ name }) => name === file.name)), ...chosen])
        return (
          <div className="flex flex-col gap-2">
            <FileDrop {...controlProps} {...field} accept=".kml" multiple filename={undefined} onChange={add} />
            {files.length > 0 && (
              <ul className="flex flex-col gap-1">
                {files.map((file) => (
                  <li key={file.name} className="flex min-w-0 items-center gap-2 text-sm">
                    <span className="min-w-0 font-medium break-all">{file.name}</span>
                    <Button
                      variant="ghost"
                      size="icon-sm"
                      className="ml-auto"
                      aria-label={t`Remove ${file.name}`}
                      onClick={() => onChange(files.filter((other) => other !== file))}
                    >
                      <X aria-hidden />
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )
      }}
    </FormField>
  )
}
