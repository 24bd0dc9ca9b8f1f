import { useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { FormPage } from '../../kit/FormPage.tsx'
import { listPath, recordPath } from '../../kit/record/recordPath.ts'
import { useRecord } from '../../kit/record/useRecord.ts'
import { UserForm } from './UserForm.tsx'
import { useUserWords } from './userWords.ts'

export function UserCreateScreen() {
  const { t } = useLingui()
  const back = { to: listPath('user'), label: useUserWords().title }
  return (
    <FormPage title={t`New user`} back={back} loading={null}>
      <UserForm cancelTo={back.to} />
    </FormPage>
  )
}

export function UserEditScreen() {
  const { t } = useLingui()
  const { userId } = useParams({ from: '/shell/user/edit/$userId' })
  const loading = useRecord('user', api.user.get, userId)
  const back = { to: recordPath('user', 'show', Number(userId)), label: loading.data?.tostring ?? t`User` }
  return (
    <FormPage title={t`Edit user`} back={back} loading={loading}>
      {loading.data && <UserForm key={loading.data.id} shown={loading.data} cancelTo={back.to} />}
    </FormPage>
  )
}
