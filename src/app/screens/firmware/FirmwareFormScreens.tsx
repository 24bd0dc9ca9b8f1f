import { useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { FormPage } from '../../kit/FormPage.tsx'
import { listPath, recordPath } from '../../kit/record/recordPath.ts'
import { useRecord } from '../../kit/record/useRecord.ts'
import { FirmwareForm } from './FirmwareForm.tsx'
import { useFirmwareWords } from './firmwareWords.ts'

export function FirmwareCreateScreen() {
  const { t } = useLingui()
  const back = { to: listPath('firmware'), label: useFirmwareWords().title }
  return (
    <FormPage title={t`New firmware`} back={back} loading={null}>
      <FirmwareForm cancelTo={back.to} />
    </FormPage>
  )
}

export function FirmwareEditScreen() {
  const { t } = useLingui()
  const { firmwareId } = useParams({ from: '/shell/firmware/edit/$firmwareId' })
  const loading = useRecord('firmware', api.firmware.get, firmwareId)
  const back = { to: recordPath('firmware', 'show', Number(firmwareId)), label: loading.data?.tostring ?? t`Firmware` }
  return (
    <FormPage title={t`Edit firmware`} back={back} loading={loading}>
      {loading.data && <FirmwareForm key={loading.data.id} shown={loading.data} cancelTo={back.to} />}
    </FormPage>
  )
}
