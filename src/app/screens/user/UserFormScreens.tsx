import { useLingui } from '@lingui/react/macro'
import { api } from '../../api/api.ts'
import { CreatePage } from '../../kit/pages/CreatePage.tsx'
import { useRecordId } from '../../kit/record/useRecord.ts'
import { EditPage } from '../../kit/pages/EditPage.tsx'
import { UserForm } from './UserForm.tsx'
import { useUserWords } from './userWords.ts'

export function UserCreateScreen() {
  return (
    <CreatePage entity="user" words={useUserWords()}>
      <UserForm />
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
