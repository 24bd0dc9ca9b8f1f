import { Trans } from '@lingui/react/macro'
import { PhoneOff } from 'lucide-react'
import type { UserRow } from '../../../contract/userStaff.ts'
import { Badge } from '../../ui/badge.tsx'

/** Marks a phone number that nobody can dial. */
export function PhoneBadge({ phoneNumber, phoneInternational }: Pick<UserRow, 'phoneNumber' | 'phoneInternational'>) {
  if (phoneInternational !== null || phoneNumber === '') return null
  return (
    <Badge variant="warning">
      <PhoneOff aria-hidden />
      <Trans>Not a valid number</Trans>
    </Badge>
  )
}
