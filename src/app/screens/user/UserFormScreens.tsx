import { useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { EditPage } from '../../kit/EditPage.tsx'
import { FormPage } from '../../kit/FormPage.tsx'
import { listPath } from '../../kit/record/recordPath.ts'
import { roleOf, useSession } from '../../session.ts'
import { UserForm } from './UserForm.tsx'
import { useUserWords } from './userWords.ts'

export function UserCreateScreen() {
  const { t } = useLingui()
  const session = useSession()
  const isAdmin = session !== null && roleOf(session) === 'ROLE_ADMIN'
  return (
    <FormPage title={t`New user`} back={{ to: listPath('user'), label: useUserWords().title }} loading={null}>
      {/* Section 2 lets the back office in here, section 6 keeps the call to administrators. */}
      {isAdmin ? <UserForm /> : <p>{t`Only administrators add users.`}</p>}
    </FormPage>
  )
}

export function UserEditScreen() {
  const { t } = useLingui()
  const { userId } = useParams({ from: '/shell/user/edit/$userId' })
  return (
    <EditPage word="user" id={userId} get={api.user.get} title={t`Edit user`}>
      {(shown) => <UserForm key={shown.id} shown={shown} />}
    </EditPage>
  )
}
