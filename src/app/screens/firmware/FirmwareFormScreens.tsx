import { useParams } from '@tanstack/react-router'
import { api } from '../../api/api.ts'
import { CreatePage } from '../../kit/pages/CreatePage.tsx'
import { EditPage } from '../../kit/pages/EditPage.tsx'
import { FirmwareForm } from './FirmwareForm.tsx'
import { useFirmwareWords } from './firmwareWords.ts'

export function FirmwareCreateScreen() {
  return (
    <CreatePage word="firmware" words={useFirmwareWords()}>
      <FirmwareForm />
    </CreatePage>
  )
}

export function FirmwareEditScreen() {
  const { firmwareId } = useParams({ from: '/shell/firmware/edit/$firmwareId' })
  return (
    <EditPage word="firmware" words={useFirmwareWords()} id={firmwareId} get={api.firmware.get}>
      {(shown) => <FirmwareForm key={shown.id} shown={shown} />}
    </EditPage>
  )
}
