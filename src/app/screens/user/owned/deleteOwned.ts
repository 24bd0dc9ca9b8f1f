/** Administrators and the back office delete detectors and coils of users whom they may edit (the specification, section 2). */
import { useLingui } from '@lingui/react/macro'
import { accessory } from '../../../../contract/accessory.ts'
import { mayCall } from '../../../../contract/endpoint.ts'
import { userProduct } from '../../../../contract/userProduct.ts'
import type { ShownUser } from '../../../../contract/userStaff.ts'
import { api } from '../../../api/api.ts'
import { useDeleteRecord } from '../../../kit/record/useDeleteRecord.tsx'
import { roleOf, useSession } from '../../../session/session.ts'

/** Owners may delete their own too, so it is the calls that undo a deletion that say who is staff. */
export function useMayDeleteOwned({ mayEdit, isDeleted }: ShownUser): boolean {
  const role = roleOf(useSession())
  return mayEdit && !isDeleted && [userProduct.restore, accessory.restore].every((call) => mayCall(call, role))
}

export function useDeleteDetector({ tostring: owner }: ShownUser) {
  const { t } = useLingui()
  return useDeleteRecord({
    api: { remove: api.userProduct.delete, restore: api.userProduct.restore },
    words: {
      question: (name) => t`Delete detector ${name} of ${owner}?`,
      done: t`Detector deleted`,
      consequence: t`It disappears from their page along with its past updates. Its coils stay. It will come back if they connect it again.`,
      undo: t`You can undo this right afterwards.`,
    },
  })
}

export function useDeleteCoil({ tostring: owner }: ShownUser) {
  const { t } = useLingui()
  return useDeleteRecord({
    api: { remove: api.accessory.delete, restore: api.accessory.restore },
    words: {
      question: (name) => t`Delete coil ${name} of ${owner}?`,
      done: t`Coil deleted`,
      consequence: t`It disappears from their page. If one of their detectors still uses it, it will come back when they connect that detector.`,
      undo: t`You can undo this right afterwards.`,
    },
  })
}
