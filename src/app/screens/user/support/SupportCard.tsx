import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { mayCall } from '../../../../contract/endpoint.ts'
import type { ShownUser } from '../../../../contract/userStaff.ts'
import { userSupport } from '../../../../contract/userSupport.ts'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { formatDate, formatDateTime } from '../../../i18n/formatDate.ts'
import { useLabelled } from '../../../i18n/useLabelled.ts'
import { ActionButton } from '../../../kit/dialogs/ActionButton.tsx'
import { FactList } from '../../../kit/pages/FactList.tsx'
import { LinkedRecords } from '../../../kit/record/LinkedRecords.tsx'
import { Fold } from '../../../kit/text/Fold.tsx'
import { landing } from '../../../session/access.ts'
import { roleOf, useSession } from '../../../session/session.ts'
import { Card, CardContent } from '../../../ui/card.tsx'
import { useUserWords } from '../userWords.ts'
import { Loaded } from './Loaded.tsx'
import { MessageLog } from './MessageLog.tsx'
import { Notes } from './Notes.tsx'

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

/** Which groups a tester is in: links for those who may open them. */
function BetaGroups({ groups }: { groups: ShownUser['betaGroups'] }) {
  const mayOpen = landing('/betaGroup/show/$id', roleOf(useSession())) === null
  return (
    <div className="flex flex-wrap items-start gap-2 py-1.5 text-sm wrap-anywhere">
      <FlaskConical aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
      <span className="font-medium">
        <Trans>Beta groups</Trans>
      </span>
      {mayOpen ? (
        <LinkedRecords entity="betaGroup" records={groups} />
      ) : (
        <span className="text-muted-foreground">{groups.length === 0 ? '–' : groups.map(({ tostring }) => tostring).join(', ')}</span>
      )}
    </div>
  )
}

const day = (date: string | null) => date && formatDate(date)
const moment = (date: string | null) => date && formatDateTime(date)

/** The subscription, in one line. */
function CompanionAppSummary({ user: { subscriptionName, subscriptionEnd } }: { user: ShownUser }) {
  const { t } = useLingui()
  const { values } = useUserWords()
  if (subscriptionName === null || subscriptionName === 'TRIAL') return <Trans>No subscription</Trans>
  const name = values.subscriptionName(subscriptionName)
  const end = day(subscriptionEnd)
  return <span>{end === null ? name : t`${name} until ${end}`}</span>
}

/** The user's subscriptions, and how they use the app. */
function CompanionApp({ user }: { user: ShownUser }) {
  const { t, i18n } = useLingui()
  const { diskUsage, subscriptions } = user
  const disk = diskUsage === null ? null : i18n.number(diskUsage / 1e6, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
  return (
    <FactList
      facts={[
        [t`Subscriptions`, subscriptions.length === 0 ? null : <SubscriptionList key="subscriptions" subscriptions={subscriptions} />],
        [t`Free trial until`, day(user.freeTrialEndDate)],
        [t`First launch of the app`, moment(user.firstLaunch)],
        [t`Last launch of the app`, moment(user.lastLaunch)],
        [t`Last sync with the app`, moment(user.lastSync)],
        [t`Cloud storage used`, disk],
      ]}
    />
  )
}

function SubscriptionList({ subscriptions }: Pick<ShownUser, 'subscriptions'>) {
  const labelled = useLabelled()
  const { values } = useUserWords()
  return (
    <ul>
      {subscriptions.map(({ id, name, start, end }) => (
        <li key={id}>{labelled(values.subscriptionName(name), `${formatDate(start)} – ${formatDate(end)}`)}</li>
      ))}
    </ul>
  )
}

/** Where the user is signed in. Staff end one session, or all of them. */
function UserSessions({ userId }: { userId: number }) {
  const { t } = useLingui()
  const params = { id: userId }
  const sessions = useQuery({ ...queryOf(api.user.getSessions, { params }), staleTime: 0 })
  const nameOf = (browser: string | null, system: string | null) =>
    browser === null ? t`Unknown browser` : system === null ? browser : t`${browser} on ${system}`
  return (
    <>
      <Loaded query={sessions} label={t`Sessions`} empty={<Trans>Not signed in anywhere.</Trans>}>
        {({ id, browser, system, startedAt, lastUsedAt, isCurrent }) => {
          const name = nameOf(browser, system)
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <span className="min-w-0 flex-1 basis-56">
                <span>{name}</span>{' '}
                <span className="text-muted-foreground tabular-nums">
                  <Trans>Last used {formatDateTime(lastUsedAt)}</Trans>
                </span>
              </span>
              {!isCurrent && (
                <ActionButton
                  send={() => api.user.endSessions({ params, body: { sessionId: id } }).then(() => undefined)}
                  aria-label={t`Sign out ${name}, signed in since ${formatDateTime(startedAt)}`}
                >
                  <Trans context="another browser">Sign out</Trans>
                </ActionButton>
              )}
            </li>
          )
        }}
      </Loaded>
      {(sessions.data?.length ?? 0) > 1 && (
        <ActionButton
          className="mt-2"
          asks={{
            title: t`Sign this person out everywhere?`,
            description: t`They sign in again with their password. What they are typing elsewhere may be lost.`,
            action: t`Sign out everywhere`,
          }}
          send={() => api.user.endSessions({ params, body: {} }).then(() => undefined)}
        >
          <Trans>Sign out everywhere</Trans>
        </ActionButton>
      )}
    </>
  )
}
