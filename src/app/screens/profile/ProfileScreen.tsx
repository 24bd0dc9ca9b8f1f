import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Failed } from '../../kit/failures/Failed.tsx'
import { FactorCard } from '../../layout/factors/FactorCard.tsx'
import { lazyDialog } from '../../kit/dialogs/lazyDialog.tsx'
import { ReadOnlyNote } from '../../kit/pages/ReadOnlyNote.tsx'
import { usePageTitle } from '../../kit/pages/usePageTitle.ts'
import { followUsername, ownProfile } from '../../session/ownProfile.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MyDataCard } from './myData/MyDataCard.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SessionList } from './sessions/SessionList.tsx'
import { UpdateMailsCard } from './UpdateMailsCard.tsx'

const ChangePasswordModal = lazyDialog(async () => (await import('../../layout/passwords/ChangePasswordModal.tsx')).ChangePasswordModal)

/** The user's own details, password, second factors, sessions and data. */
export function ProfileScreen() {
  const { t } = useLingui()
  const session = useSession()
  // Refetched when the user returns from the mailbox, where they may have opened the link.
  const profile = useQuery({ ...ownProfile, refetchOnWindowFocus: 'always' })
  const { data } = profile
  useEffect(() => {
    if (data !== undefined) followUsername(data)
  }, [data])
  const title = t`Profile`
  usePageTitle(title)
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <h1 className="text-2xl font-semibold">{title}</h1>
      <ReadOnlyNote title={<Trans>Nothing can be changed here</Trans>} />
      <Card>
        <CardHeader>
          <CardTitle>
            <Trans>Your details</Trans>
          </CardTitle>
        </CardHeader>
        <CardContent>
          {profile.isPending && <Skeleton className="h-128 w-full" />}
          {profile.isError && !profile.data && (
            <Failed error={profile.error} onRetry={() => void profile.refetch()} isRetrying={profile.isFetching} />
          )}
          {profile.data && <ProfileForm key={profile.data.id} profile={profile.data} />}
        </CardContent>
      </Card>
      <UpdateMailsCard />
      <PasswordCard />
      {session !== null && <FactorCard username={session.username} />}
      <SessionList />
      <MyDataCard />
    </div>
  )
}

function PasswordCard() {
  const session = useSession()
  const [isOpen, setIsOpen] = useState(false)
  if (session === null || session.impersonateToken !== undefined) return null
  return (
    <Card>
      <CardHeader>
        <CardTitle>
          <Trans>Password</Trans>
        </CardTitle>
        <CardDescription>
          <Trans>Changing it signs you out everywhere else.</Trans>
        </CardDescription>
      </CardHeader>
      <CardFooter>
        <Button variant="outline" onClick={() => setIsOpen(true)}>
          <KeyRound aria-hidden />
          <Trans>Change password</Trans>
        </Button>
      </CardFooter>
      {isOpen && <ChangePasswordModal session={session} onClose={() => setIsOpen(false)} />}
    </Card>
  )
}
