import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileCheck } from 'lucide-react'
import { mayCall } from '../../../../contract/endpoint.ts'
import { proofCheck } from '../../../../contract/proofCheck.ts'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { formatDate } from '../../../i18n/formatDate.ts'
import { roleOf, useSession } from '../../../session/session.ts'
import { Alert, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'

const refreshMs = 60_000

/** How many proofs of purchase wait, for those who check them; nothing if none does. */
export function ProofsToCheck() {
  const { t } = useLingui()
  const isAllowed = mayCall(proofCheck.getSummary, roleOf(useSession()))
  const { data } = useQuery({ ...queryOf(api.proofCheck.getSummary), enabled: isAllowed, refetchInterval: refreshMs })
  if (data === undefined || data.oldest === null) return null
  const { waiting, late, oldest } = data
  return (
    <Alert variant={late > 0 ? 'warning' : 'default'}>
      <FileCheck aria-hidden />
      <AlertTitle>{t`${plural(waiting, { one: 'A proof of purchase is waiting', other: '# proofs of purchase are waiting' })}`}</AlertTitle>
      <AlertDescription>
        <p>
          <Trans>The oldest was sent on {formatDate(oldest)}.</Trans>{' '}
          {late > 0 && (
            <span>
              {t`${plural(late, { one: 'One has waited for more than five working days.', other: '# have waited for more than five working days.' })}`}
            </span>
          )}
        </p>
        <Link to="/proofCheck/index" className="rounded-sm text-primary underline underline-offset-2">
          <Trans>Check proofs</Trans>
        </Link>
      </AlertDescription>
    </Alert>
  )
}
