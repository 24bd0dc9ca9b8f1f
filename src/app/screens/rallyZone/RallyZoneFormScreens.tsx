import { api } from '../../api/api.ts'
import { CreatePage } from '../../kit/pages/CreatePage.tsx'
import { EditPage } from '../../kit/pages/EditPage.tsx'
import { useRecordId } from '../../kit/record/useRecord.ts'
import { RallyZoneForm } from './RallyZoneForm.tsx'
import { useRallyZoneWords } from './rallyZoneWords.ts'

export function RallyZoneCreateScreen() {
  return (
    <CreatePage entity="rallyZone" words={useRallyZoneWords()}>
      <RallyZoneForm />
    </CreatePage>
  )
}

export function RallyZoneEditScreen() {
  const id = useRecordId()
  return (
    <EditPage entity="rallyZone" words={useRallyZoneWords()} id={id} get={api.rallyZone.get}>
      {(shown) => <RallyZoneForm key={shown.id} shown={shown} />}
    </EditPage>
  )
}
