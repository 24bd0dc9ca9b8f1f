import { Mail, Phone } from 'lucide-react'
import type { ShownUser } from '../../../contract/userStaff.ts'
import { Badge } from '../../ui/badge.tsx'
import { PhoneBadge } from './PhoneBadge.tsx'
import { UserBadges } from './UserBadges.tsx'
import { useUserWords } from './userWords.ts'

const link =
  'flex min-w-0 items-center gap-1.5 rounded-sm underline-offset-4 hover:text-foreground hover:underline [&>svg]:size-4 [&>svg]:shrink-0'

/** Who it is, what is unusual about the account, and how to reach them. */
export function UserSummary({ user }: { user: ShownUser }) {
  const { roles } = useUserWords()
  const { username, phonePrefix, phoneNumber } = user
  const phone = user.phoneInternational ?? `${phonePrefix} ${phoneNumber}`
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-5 gap-y-1.5 text-sm text-muted-foreground">
      <span className="flex flex-wrap gap-1.5">
        <Badge variant="secondary">{roles[user.role]}</Badge>
        <UserBadges user={user} />
      </span>
      <a href={`mailto:${username}`} className={link}>
        <Mail aria-hidden />
        <span className="min-w-0 wrap-anywhere">{username}</span>
      </a>
      {/* An administrator whom the operator's command has added may have none. */}
      {phoneNumber !== '' && (
        <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={link}>
          <Phone aria-hidden />
          <span className="tabular-nums">{phone}</span>
        </a>
      )}
      <PhoneBadge {...user} />
    </div>
  )
}
