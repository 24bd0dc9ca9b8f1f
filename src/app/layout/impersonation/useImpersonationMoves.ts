import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import type { LoginSession } from '../../../contract/authentication.ts'
import { toastErrorMs } from '../../../contract/rules.ts'
import { homeOf } from '../../session/access.ts'
import { useImpersonation } from '../../session/impersonation.ts'
import { roleOf } from '../../session/session.ts'

type Viewed = { readonly id: number; readonly tostring: string } | null

/**
 * Goes where a view as a customer begins, to the customer's home, and where it ends, to the customer's record, whatever ended it: the button,
 * the time, the server. True until the new screen is there: the old one must not be drawn for another person.
 */
export function useImpersonationMoves(session: LoginSession): boolean {
  const { t } = useLingui()
  const navigate = useNavigate()
  const viewed = useImpersonation()?.customer ?? null
  const [shownFor, setShownFor] = useState<Viewed>(viewed)
  const isMoving = shownFor?.id !== viewed?.id
  const role = roleOf(session)

  useEffect(() => {
    if (shownFor?.id === viewed?.id) return
    async function move(): Promise<void> {
      if (viewed !== null) await navigate({ to: homeOf(role), replace: true })
      else if (shownFor !== null) {
        await navigate({ to: '/user/show/$id', params: { id: String(shownFor.id) }, replace: true })
        const name = shownFor.tostring
        toast.success(t`You are no longer viewing the portal as ${name}`, { id: 'impersonation', duration: toastErrorMs })
      }
      setShownFor(viewed)
    }
    void move()
  }, [shownFor, viewed, role, navigate, t])

  return isMoving
}
