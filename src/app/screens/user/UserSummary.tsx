import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarDays, MailQuestionMark, Mail, MapPin, Phone } from 'lucide-react'
import type { ShownUser } from '../../../contract/userStaff.ts'
import { formatDate } from '../../i18n/formatDate.ts'
import { getCountryNames } from '../../kit/fields/countryNames.ts'
import { Badge } from '../../ui/badge.tsx'
import { PhoneBadge } from './PhoneBadge.tsx'
import { UserBadges } from './UserBadges.tsx'
import { useUserWords } from './userWords.ts'

const item = 'flex min-w-0 items-center gap-1.5 [&>svg]:size-4 [&>svg]:shrink-0'
const link = 'min-w-0 rounded-sm wrap-anywhere underline-offset-4 hover:text-foreground hover:underline'

/** The role of staff, and what is unusual about the account. */
export function NameBadges({ user }: { user: ShownUser }) {
  const { roles } = useUserWords()
  return (
    <span className="flex flex-wrap gap-1.5 empty:hidden">
      {user.role !== 'ROLE_CUSTOMER' && <Badge variant="secondary">{roles[user.role]}</Badge>}
      <UserBadges user={user} />
    </span>
  )
}

/** How to reach them, where they live, and since when they are here: in the order of a call. */
export function UserSummary({ user }: { user: ShownUser }) {
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
        {getCountryNames(i18n.locale)[country] ?? country}
      </span>
      <span className={item}>
        <CalendarDays aria-hidden />
        {role === 'ROLE_CUSTOMER' ? <Trans>Customer since {since}</Trans> : <Trans>Account since {since}</Trans>}
      </span>
    </div>
  )
}
