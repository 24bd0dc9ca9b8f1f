import { api } from '../../api/api.ts'
import { CreatePage } from '../../kit/pages/CreatePage.tsx'
import { useRecordId } from '../../kit/record/useRecord.ts'
import { EditPage } from '../../kit/pages/EditPage.tsx'
import { FirmwareForm } from './FirmwareForm.tsx'
import { useFirmwareWords } from './firmwareWords.ts'

export function FirmwareCreateScreen() {
  return (
    <CreatePage entity="firmware" words={useFirmwareWords()}>
      <FirmwareForm />
    </CreatePage>
  )
}

export function FirmwareEditScreen() {
  const id = useRecordId()
  return (
    <EditPage entity="firmware" words={useFirmwareWords()} id={id} get={api.firmware.get}>
      {(shown) => <FirmwareForm key={shown.id} shown={shown} />}
    </EditPage>
  )
}
