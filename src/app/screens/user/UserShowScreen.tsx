import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { CalendarDays, Eye, Mail, MailQuestionMark, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import { mayCall } from '../../../contract/endpoint.ts'
import { impersonation } from '../../../contract/impersonation.ts'
import { impersonationMinutes, toastErrorMs } from '../../../contract/rules.ts'
import { user as userCalls } from '../../../contract/user.ts'
import type { ShownUser } from '../../../contract/userStaff.ts'
import { api } from '../../api/api.ts'
import { formatDate } from '../../i18n/formatDate.ts'
import { useConfirm } from '../../kit/dialogs/useConfirm.tsx'
import { useErrorText } from '../../kit/failures/useErrorText.ts'
import { getCountryNames } from '../../kit/fields/countryNames.ts'
import { FactList } from '../../kit/pages/FactList.tsx'
import { type OfferedAction, RecordActions } from '../../kit/pages/RecordActions.tsx'
import { ShowPage } from '../../kit/pages/ShowPage.tsx'
import { Fold } from '../../kit/text/Fold.tsx'
import { YesNo } from '../../kit/text/YesNo.tsx'
import { startImpersonation } from '../../session/impersonation.ts'
import { roleOf, useSession } from '../../session/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { LeavingNotice } from './leaving/LeavingNotice.tsx'
import { useLeavingActions } from './leaving/useLeavingActions.ts'
import { OwnedCards } from './owned/OwnedCards.tsx'
import { PhoneBadge } from './PhoneBadge.tsx'
import { SupportCard } from './support/SupportCard.tsx'
import { useLogLinks } from './support/useLogLinks.ts'
import { useAccountActions } from './useAccountActions.ts'
import { UserBadges } from './UserBadges.tsx'
import { useResetFactors } from './useResetFactors.tsx'
import { useUserWords } from './userWords.ts'

/** Made for a support call: who it is, what they own and what went wrong come first, what nobody asks for comes last. */
export function UserShowScreen() {
  const words = useUserWords()
  return (
    <ShowPage
      entity="user"
      words={words}
      api={api.user}
      calls={userCalls}
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

/** What nobody asks for on the phone and the page does not say above. */
function UserFacts({ user }: { user: ShownUser }) {
  const { t } = useLingui()
  const { labels } = useUserWords()
  return (
    <Fold
      summary={
        <span className="font-medium">
          <Trans>Contact details and account</Trans>
        </span>
      }
    >
      <FactList
        facts={[
          [labels.firstname, user.firstname],
          [labels.lastname, user.lastname],
          [labels.distributor, user.distributor],
          [labels.isNewsletter, <YesNo key="newsletter" value={user.isNewsletter} />],
          [t`Origin`, user.origin],
          [t`Second factors`, user.secondFactors],
        ]}
      />
    </Fold>
  )
}

type UserActionsProps = { user: ShownUser; edit: ReactNode; remove: OfferedAction | null }

/**
 * Everything that staff may do to an account, and its logs, in one place: what it needs now by a button, the rest in the menu. A deleted account
 * has its logs alone.
 */
function UserActions({ user, edit, remove }: UserActionsProps) {
  const account = useAccountActions(user)
  const view = useViewAsCustomer(user)
  const factors = useResetFactors(user)
  const logs = useLogLinks(user)
  const leaving = useLeavingActions(user)
  const actions = user.isDeleted
    ? logs
    : [...account.actions, view.action, factors.action, ...logs, leaving.prepare, remove, leaving.erase].filter((action) => action !== null)
  return (
    <>
      <RecordActions actions={actions} edit={edit} />
      {account.question}
      {view.question}
      {factors.dialog}
      {leaving.question}
    </>
  )
}

/** Lets administrators and the back office view the portal as this customer. Nobody can view it as an account that cannot sign in. */
function useViewAsCustomer(user: ShownUser): { action: OfferedAction | null; question: ReactNode } {
  const { id, tostring: name, role, accountValidated, accountLocked } = user
  const { t } = useLingui()
  const ownRole = roleOf(useSession())
  const errorText = useErrorText()
  const { ask, question } = useConfirm()
  const starting = useMutation({
    mutationFn: () => startImpersonation(id),
    meta: { showsItsErrors: true },
    onError: (error) => toast.error(errorText(error), { duration: toastErrorMs }),
  })
  const mayView = mayCall(impersonation.start, ownRole) && role === 'ROLE_CUSTOMER' && accountValidated && !accountLocked

  async function askAndStart() {
    const isSure = await ask({
      title: t`View the portal as ${name}?`,
      description: t`You see what they see, for up to ${impersonationMinutes} minutes, and cannot change anything. This is recorded in the security log.`,
      action: t`View as customer`,
      isHarmless: true,
    })
    if (isSure) starting.mutate()
  }
  const action: OfferedAction = {
    key: 'viewAs',
    label: t`View as customer`,
    icon: Eye,
    isNeeded: true,
    isBusy: starting.isPending,
    run: () => void askAndStart(),
  }
  return { action: mayView ? action : null, question }
}

const item = 'flex min-w-0 items-center gap-1.5 [&>svg]:size-4 [&>svg]:shrink-0'
const link = 'min-w-0 rounded-sm wrap-anywhere underline-offset-4 hover:text-foreground hover:underline'

/** The role of staff, and what is unusual about the account. */
function NameBadges({ user }: { user: ShownUser }) {
  const { roles } = useUserWords()
  return (
    <span className="flex flex-wrap gap-1.5 empty:hidden">
      {user.role !== 'ROLE_CUSTOMER' && <Badge variant="secondary">{roles[user.role]}</Badge>}
      <UserBadges user={user} />
    </span>
  )
}

/** How to reach them, where they live, and since when they are here: in the order of a call. */
function UserSummary({ user }: { user: ShownUser }) {
  const { i18n } = useLingui()
  const { username, phonePrefix, phoneNumber, pendingUsername, accountValidated, country, role } = user
  const phone = user.phoneInternational ?? `${phonePrefix} ${phoneNumber}`
  const since = formatDate(user.since)
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1.5 text-sm text-muted-foreground">
      {/* An administrator whom the operator's command has added may have none. */}
      {phoneNumber !== '' && (
        <span className={item}>
          <Phone aria-hidden />
          <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={`${link} tabular-nums`}>
            {phone}
          </a>
        </span>
      )}
      <PhoneBadge {...user} />
      <span className={item}>
        <Mail aria-hidden />
        <a href={`mailto:${username}`} className={link}>
          {username}
        </a>
        <span className={accountValidated ? 'text-success' : 'text-warning'}>
          {accountValidated ? <Trans>validated</Trans> : <Trans>not validated yet</Trans>}
        </span>
      </span>
      {pendingUsername !== null && (
        <span className={`${item} text-warning`}>
          <MailQuestionMark aria-hidden />
          <Trans>New email {pendingUsername}, not confirmed yet</Trans>
        </span>
      )}
      <span className={item}>
        <MapPin aria-hidden />
        <span>{getCountryNames(i18n.locale)[country] ?? country}</span>
      </span>
      <span className={item}>
        <CalendarDays aria-hidden />
        {role === 'ROLE_CUSTOMER' ? <Trans>Customer since {since}</Trans> : <Trans>Account since {since}</Trans>}
      </span>
    </div>
  )
}
