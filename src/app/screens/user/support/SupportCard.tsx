import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { mayCall } from '../../../../contract/endpoint.ts'
import type { ShownUser } from '../../../../contract/userStaff.ts'
import { userSupport } from '../../../../contract/userSupport.ts'
import { Fold } from '../../../kit/text/Fold.tsx'
import { roleOf, useSession } from '../../../session/session.ts'
import { Card, CardContent } from '../../../ui/card.tsx'
import { BetaGroups } from './BetaGroups.tsx'
import { CompanionApp, CompanionAppSummary } from './CompanionApp.tsx'
import { MessageLog } from './MessageLog.tsx'
import { Notes } from './Notes.tsx'
import { UserSessions } from './UserSessions.tsx'

/** What a call may need besides what the user owns. The log, sessions and notes are loaded when they are opened, by those who may edit the account. */
export function SupportCard({ user }: { user: ShownUser }) {
  const { t } = useLingui()
  const role = roleOf(useSession())
  const { id, mayEdit } = user
  return (
    <Card className="py-3!">
      <CardContent className="flex flex-col">
        {user.isBetaTester && <BetaGroups groups={user.betaGroups} />}
        <Section title={t`Companion app`} beside={<CompanionAppSummary user={user} />}>
          <CompanionApp user={user} />
        </Section>
        {mayEdit && mayCall(userSupport.getNotes, role) && (
          <>
            <Section title={t`Mails and SMS`}>
              <MessageLog userId={id} />
            </Section>
            <Section title={t`Sessions`}>
              <UserSessions userId={id} />
            </Section>
            <Section title={t`Notes by staff`}>
              <Notes userId={id} />
            </Section>
          </>
        )}
      </CardContent>
    </Card>
  )
}

type SectionProps = { title: string; beside?: ReactNode; children: ReactNode }

function Section({ title, beside, children }: SectionProps) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <Fold
      summary={
        <span className="flex flex-wrap gap-x-2">
          <span className="font-medium">{title}</span>
          {beside !== undefined && <span className="text-muted-foreground">{beside}</span>}
        </span>
      }
      onOpen={() => setWasOpened(true)}
    >
      {wasOpened && children}
    </Fold>
  )
}
