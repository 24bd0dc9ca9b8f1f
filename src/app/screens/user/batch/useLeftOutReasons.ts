import { useLingui } from '@lingui/react/macro'
import { undoHours } from '../../../../contract/crud.ts'
import type { LeftOutReason } from '../../../../contract/userBatch.ts'

/** Why a batch has left a user out, in words. */
export function useLeftOutReasons(): Readonly<Record<LeftOutReason, string>> {
  const { t } = useLingui()
  return {
    notBlocked: t`was not blocked`,
    alreadyMember: t`was in the group already`,
    staff: t`belongs to staff`,
    deleted: t`is deleted`,
    groupDeleted: t`the group was deleted`,
    ownAccount: t`is your own account`,
    notAllowed: t`only administrators may change staff`,
    addressTaken: t`another account has this address now`,
    changedSince: t`was changed since by somebody`,
    tooLate: t`was deleted more than ${undoHours} hours ago`,
    failed: t`could not be changed`,
  }
}
