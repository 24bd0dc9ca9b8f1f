import { user } from '../../../contract/user.ts'
import type { ShownUser } from '../../../contract/userStaff.ts'
import { api } from '../../api/api.ts'
import { ShowPage } from '../../kit/pages/ShowPage.tsx'
import { ResetFactors } from './ResetFactors.tsx'
import { UserActions } from './UserActions.tsx'
import { UserCards } from './UserCards.tsx'
import { UserFacts } from './UserFacts.tsx'
import { UserSummary } from './UserSummary.tsx'
import { useUserWords } from './userWords.ts'
import { ViewAsCustomer } from './ViewAsCustomer.tsx'

/** Made for a support call: who it is, what they own and what went wrong come before all the fields. */
export function UserShowScreen() {
  const words = useUserWords()
  return (
    <ShowPage entity="user" words={words} api={api.user} calls={user} actions={renderActions} summary={renderSummary} lead={renderCards}>
      {(shown) => <UserFacts user={shown} />}
    </ShowPage>
  )
}

const renderActions = (shown: ShownUser) => (
  <>
    <ViewAsCustomer user={shown} />
    <UserActions user={shown} />
    <ResetFactors user={shown} />
  </>
)
const renderSummary = (shown: ShownUser) => <UserSummary user={shown} />
const renderCards = (shown: ShownUser) => <UserCards user={shown} />
