import { useLingui } from '@lingui/react/macro'
import { rallyZone } from '../../../contract/rallyZone.ts'
import { api } from '../../api/api.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { FileLink } from '../../kit/fields/FileLink.tsx'
import { FactList } from '../../kit/pages/FactList.tsx'
import { ShowPage } from '../../kit/pages/ShowPage.tsx'
import { useRallyZoneWords } from './rallyZoneWords.ts'
import { StoredZoneMap } from './StoredZoneMap.tsx'
import { ZoneStatus } from './ZoneStatus.tsx'

export function RallyZoneShowScreen() {
  const { t } = useLingui()
  const words = useRallyZoneWords()
  return (
    <ShowPage entity="rallyZone" words={words} api={api.rallyZone} calls={rallyZone}>
      {(zone) => (
        <div className="flex flex-col gap-4">
          <StoredZoneMap zone={zone} />
          <FactList
            facts={[
              [words.labels.title, zone.title],
              [t`Status`, <ZoneStatus key="status" status={zone.status} />],
              [t`Created on`, formatDateTime(zone.creationDate)],
              [
                t`File name`,
                <ul key="files" className="flex flex-col items-start gap-1">
                  {zone.files.map((file) => (
                    <li key={file.id} className="max-w-full">
                      <FileLink file={file} />
                    </li>
                  ))}
                </ul>,
              ],
            ]}
          />
        </div>
      )}
    </ShowPage>
  )
}
