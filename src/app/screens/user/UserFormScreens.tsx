import { useLingui } from '@lingui/react/macro'
import { api } from '../../api/api.ts'
import { CreatePage } from '../../kit/pages/CreatePage.tsx'
import { useRecordId } from '../../kit/record/useRecord.ts'
import { EditPage } from '../../kit/pages/EditPage.tsx'
import { roleOf, useSession } from '../../session/session.ts'
import { UserForm } from './UserForm.tsx'
import { useUserWords } from './userWords.ts'

export function UserCreateScreen() {
  const { t } = useLingui()
  const isAdmin = roleOf(useSession()) === 'ROLE_ADMIN'
  return (
    <CreatePage entity="user" words={useUserWords()}>
      {/* Section 2 of the specification opens this screen to the back office; section 6 reserves the call for administrators. */}
      {isAdmin ? <UserForm /> : <p>{t`Only administrators can add users.`}</p>}
    </CreatePage>
  )
}

export function UserEditScreen() {
  const { t } = useLingui()
  const id = useRecordId()
  return (
    <EditPage entity="user" words={useUserWords()} id={id} get={api.user.get}>
      {(shown) => (shown.mayEdit ? <UserForm key={shown.id} shown={shown} /> : <p>{t`Only administrators can edit this account.`}</p>)}
    </EditPage>
  )
}
