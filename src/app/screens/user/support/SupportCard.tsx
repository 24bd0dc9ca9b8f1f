import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { mayCall } from '../../../../contract/endpoint.ts'
import type { ShownUser } from '../../../../contract/userStaff.ts'
import { userSupport } from '../../../../contract/userSupport.ts'
import { Fold } from '../../../kit/text/Fold.tsx'
import { roleOf, useSession } from '../../../session/session.ts'
import { Card, CardContent } from '../../../ui/card.tsx'
import { MessageLog } from './MessageLog.tsx'
import { Notes } from './Notes.tsx'
import { UserSessions } from './UserSessions.tsx'

/** What a call may need besides what the user owns, each loaded when it is opened. For those who may edit the account. */
export function SupportCard({ user: { id, mayEdit } }: { user: ShownUser }) {
  const { t } = useLingui()
  const role = roleOf(useSession())
  if (!mayEdit || !mayCall(userSupport.getNotes, role)) return null
  return (
    <Card>
      <CardContent className="flex flex-col">
        <Section title={t`Notes by staff`}>
          <Notes userId={id} />
        </Section>
        <Section title={t`Mails and SMS`}>
          <MessageLog userId={id} />
        </Section>
        <Section title={t`Sessions`}>
          <UserSessions userId={id} />
        </Section>
      </CardContent>
    </Card>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <Fold summary={<span className="font-medium">{title}</span>} onOpen={() => setWasOpened(true)}>
      {wasOpened && children}
    </Fold>
  )
}
