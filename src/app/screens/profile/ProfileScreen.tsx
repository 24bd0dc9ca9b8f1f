import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { toast } from 'sonner'
import { asAppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { FailedQuery } from '../../kit/failures/Failed.tsx'
import { FactorCard } from '../../layout/factors/FactorCard.tsx'
import { lazyDialog } from '../../kit/dialogs/lazyDialog.tsx'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { ReadOnlyNote } from '../../kit/pages/ReadOnlyNote.tsx'
import { usePageTitle } from '../../kit/pages/usePageTitle.ts'
import { useImpersonation } from '../../session/impersonation.ts'
import { followUsername, ownProfile } from '../../session/ownProfile.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Label } from '../../ui/label.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MyDataCard } from './myData/MyDataCard.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SessionList } from './sessions/SessionList.tsx'

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
          {profile.isError && !profile.data && <FailedQuery query={profile} />}
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

const own = queryOf(api.updateMails.getOwn)

/** Switches mails about updates and reminders on and off at once. */
function UpdateMailsCard() {
  const { t } = useLingui()
  const id = useId()
  const queryClient = useQueryClient()
  const isReadOnly = useImpersonation() !== null
  // Another device, or the link in a mail, may have changed it.
  const wanted = useQuery({ ...own, staleTime: 0 })
  const saving = useMutation({
    mutationFn: (isOn: boolean) => api.updateMails.saveOwn({ body: { isOn } }),
    meta: { showsItsErrors: true },
    onSuccess: (saved) => {
      queryClient.setQueryData(own.queryKey, saved)
      toast.success(saved.isOn ? t`You will receive these emails` : t`You will not receive these emails any more`)
    },
  })
  const isChecked = saving.isPending ? saving.variables : wanted.data?.isOn === true
  return (
    <Card>
      <CardHeader>
        <CardTitle>
          <Trans>Emails about updates</Trans>
        </CardTitle>
        <CardDescription>
          <Trans>Emails about your account, your proofs of purchase and withdrawn firmware always reach you.</Trans>
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        {wanted.isPending && <Skeleton className="h-6 w-full" />}
        {wanted.isError && !wanted.data && <FailedQuery query={wanted} />}
        {saving.isError && <FormFailure failure={asAppError(saving.error)} />}
        {wanted.data && (
          <div className="grid grid-cols-[auto_1fr] items-start gap-x-3">
            <Checkbox
              id={id}
              checked={isChecked}
              disabled={isReadOnly || saving.isPending}
              onCheckedChange={(isOn) => saving.mutate(isOn === true)}
            />
            <Label htmlFor={id} className="leading-snug!">
              <Trans>Write to me about new firmware for my detectors, and remind me of updates and warranty extensions</Trans>
            </Label>
          </div>
        )}
      </CardContent>
    </Card>
  )
}
