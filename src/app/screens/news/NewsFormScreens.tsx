import { api } from '../../api/api.ts'
import { CreatePage } from '../../kit/pages/CreatePage.tsx'
import { EditPage } from '../../kit/pages/EditPage.tsx'
import { useRecordId } from '../../kit/record/useRecord.ts'
import { NewsForm } from './NewsForm.tsx'
import { useNewsWords } from './newsWords.ts'

export function NewsCreateScreen() {
  return (
    <CreatePage entity="news" words={useNewsWords()}>
      <NewsForm />
    </CreatePage>
  )
}

export function NewsEditScreen() {
  const id = useRecordId()
  return (
    <EditPage entity="news" words={useNewsWords()} id={id} get={api.news.get}>
      {(shown) => <NewsForm key={shown.id} shown={shown} />}
    </EditPage>
  )
}
