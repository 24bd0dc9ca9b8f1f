import { Trans, useLingui } from '@lingui/react/macro'
import { LogOut } from 'lucide-react'
import type { LoginSession } from '../../../contract/authentication.ts'
import { usePageTitle } from '../../kit/pages/usePageTitle.ts'
import { Button } from '../../ui/button.tsx'
import { Entrance } from '../Entrance.tsx'
import { OwnPasswordForm } from './OwnPasswordForm.tsx'
import { useSignOut } from '../account/useSignOut.tsx'

/** In place of every screen while the password is one that staff have set. The address stays, so that the user goes on there. */
export function ChoosePassword({ session }: { session: LoginSession }) {
  const { t } = useLingui()
  const { leave, isLeaving, question } = useSignOut()
  usePageTitle(t`Choose your password`)
  return (
    <Entrance
      title={<Trans>Choose your password</Trans>}
      introduction={
        <Trans>
          The password of <span className="font-medium wrap-anywhere text-foreground">{session.username}</span> was set by somebody else and
          is good for this step only. Choose one that nobody but you knows.
        </Trans>
      }
    >
      <OwnPasswordForm session={session} oldLabel={t`The password you were given`}>
        {(isBusy) => (
          <Button type="submit" isBusy={isBusy} className="w-full">
            <Trans>Save and go on</Trans>
          </Button>
        )}
      </OwnPasswordForm>
      <Button variant="link" size="inline" className="self-start" isBusy={isLeaving} onClick={leave}>
        {!isLeaving && <LogOut aria-hidden />}
        <Trans>Sign out</Trans>
      </Button>
      {question}
    </Entrance>
  )
}
