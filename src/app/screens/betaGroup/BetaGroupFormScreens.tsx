import { api } from '../../api/api.ts'
import { CreatePage } from '../../kit/pages/CreatePage.tsx'
import { EditPage } from '../../kit/pages/EditPage.tsx'
import { useRecordId } from '../../kit/record/useRecord.ts'
import { BetaGroupForm } from './BetaGroupForm.tsx'
import { useBetaGroupWords } from './betaGroupWords.ts'

export function BetaGroupCreateScreen() {
  return (
    <CreatePage entity="betaGroup" words={useBetaGroupWords()}>
      <BetaGroupForm />
    </CreatePage>
  )
}

export function BetaGroupEditScreen() {
  const id = useRecordId()
  return (
    <EditPage entity="betaGroup" words={useBetaGroupWords()} id={id} get={api.betaGroup.get}>
      {(shown) => <BetaGroupForm key={shown.id} shown={shown} />}
    </EditPage>
  )
}
