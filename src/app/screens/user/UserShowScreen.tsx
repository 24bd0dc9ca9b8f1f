import type { ReactNode } from 'react'
import { user } from '../../../contract/user.ts'
import type { ShownUser } from '../../../contract/userStaff.ts'
import { api } from '../../api/api.ts'
import type { OfferedAction } from '../../kit/pages/RecordActions.tsx'
import { ShowPage } from '../../kit/pages/ShowPage.tsx'
import { LeavingNotice } from './leaving/LeavingNotice.tsx'
import { OwnedCards } from './owned/OwnedCards.tsx'
import { SupportCard } from './support/SupportCard.tsx'
import { UserActions } from './UserActions.tsx'
import { UserFacts } from './UserFacts.tsx'
import { NameBadges, UserSummary } from './UserSummary.tsx'
import { useUserWords } from './userWords.ts'

/** Made for a support call: who it is, what they own and what went wrong come first, what nobody asks for comes last. */
export function UserShowScreen() {
  const words = useUserWords()
  return (
    <ShowPage
      entity="user"
      words={words}
      api={api.user}
      calls={user}
      menu={renderMenu}
      badges={renderBadges}
      summary={renderSummary}
      notice={renderNotice}
      lead={renderOwned}
      beside={renderSupport}
    >
      {(shown) => <UserFacts user={shown} />}
    </ShowPage>
  )
}

const renderMenu = (shown: ShownUser, own: { edit: ReactNode; remove: OfferedAction | null }) => <UserActions user={shown} {...own} />
const renderBadges = (shown: ShownUser) => <NameBadges user={shown} />
const renderSummary = (shown: ShownUser) => <UserSummary user={shown} />
const renderNotice = (shown: ShownUser) => <LeavingNotice user={shown} />
const renderOwned = (shown: ShownUser) => <OwnedCards user={shown} />
const renderSupport = (shown: ShownUser) => <SupportCard user={shown} />
