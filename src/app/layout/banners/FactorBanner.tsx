import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ShieldPlus } from 'lucide-react'
import type { LoginSession } from '../../../contract/authentication.ts'
import { useNow } from '../../browser/useNow.ts'
import { factorsAnchor } from '../factors/factorsAnchor.ts'
import { daysLeft } from './daysLeft.ts'

/** Until when staff are to add a second factor, as long as they have time. Each renewed token brings the time that is left. */
export function FactorBanner({ session: { factorDueInSeconds } }: { session: LoginSession }) {
  const { t } = useLingui()
  const now = useNow()
  if (factorDueInSeconds === undefined) return null
  const days = daysLeft(now, factorDueInSeconds * 1000)
  return (
    <aside
      aria-label={t`Second factor`}
      className="flex items-start justify-center gap-3 border-b bg-accent/60 px-4 py-2 text-sm text-accent-foreground"
    >
      <ShieldPlus aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p className="text-pretty">
        <Plural
          value={days}
          _0="Add a second factor today. After that it is needed to go on."
          one="Add a second factor within # day. After that it is needed to go on."
          other="Add a second factor within # days. After that it is needed to go on."
        />{' '}
        <Link to="/profile" hash={factorsAnchor} className="font-medium whitespace-nowrap text-primary underline underline-offset-2">
          <Trans>Add it now</Trans>
        </Link>
      </p>
    </aside>
  )
}
