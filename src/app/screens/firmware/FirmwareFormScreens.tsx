import { useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { EditPage } from '../../kit/EditPage.tsx'
import { FormPage } from '../../kit/FormPage.tsx'
import { listPath } from '../../kit/record/recordPath.ts'
import { FirmwareForm } from './FirmwareForm.tsx'
import { useFirmwareWords } from './firmwareWords.ts'

export function FirmwareCreateScreen() {
  const { t } = useLingui()
  return (
    <FormPage title={t`New firmware`} back={{ to: listPath('firmware'), label: useFirmwareWords().title }} loading={null}>
      <FirmwareForm />
    </FormPage>
  )
}

export function FirmwareEditScreen() {
  const { t } = useLingui()
  const { firmwareId } = useParams({ from: '/shell/firmware/edit/$firmwareId' })
  return (
    <EditPage word="firmware" id={firmwareId} get={api.firmware.get} title={t`Edit firmware`}>
      {(shown) => <FirmwareForm key={shown.id} shown={shown} />}
    </EditPage>
  )
}
