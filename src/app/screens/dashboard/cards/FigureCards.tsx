import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Cpu, FlaskConical, type LucideIcon, Smartphone, Users } from 'lucide-react'
import type { CardData } from '../../../../contract/dashboard.ts'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { AsOf } from '../../../kit/pages/AsOf.tsx'
import { FailedQuery } from '../../../kit/failures/Failed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { cardRows, FigureCard, type FigureLink, filteredUsers } from './FigureCard.tsx'

type Figure = {
  readonly label: string
  readonly icon: LucideIcon
  readonly link: FigureLink
  readonly count: keyof CardData['changes']
}

/** The numbers to start from, each a link to its list for those who may open it. */
export function FigureCards() {
  const { t, i18n } = useLingui()
  const query = useQuery(queryOf(api.dashboard.getCardData))
  const { data } = query
  if (query.isError && data === undefined) {
    return <FailedQuery query={query} />
  }
  const figures: readonly Figure[] = [
    { label: t`Users`, icon: Users, link: { to: '/user/index' }, count: 'nbUsers' },
    { label: t`Firmwares`, icon: Cpu, link: { to: '/firmware/index' }, count: 'nbFirmwares' },
    { label: t`Beta testers`, icon: FlaskConical, link: filteredUsers({ isBetaTester: 'true' }), count: 'nbBetaTesters' },
    { label: t`App subscriptions`, icon: Smartphone, link: filteredUsers({ subscription: 'active' }), count: 'nbSubscriptions' },
  ]
  function changeText(change: number): string {
    if (change === 0) return t`No change in 30 days`
    const signed = i18n.number(change, { signDisplay: 'always' })
    return t`${signed} in 30 days`
  }
  return (
    <>
      <AsOf query={query} />
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {figures.map(({ label, icon, link, count }) => (
          <li key={count} className={cardRows}>
            <FigureCard
              label={label}
              icon={icon}
              link={link}
              value={data === undefined ? <Skeleton className="my-0.5 h-7 w-20" /> : i18n.number(data[count])}
              note={data === undefined ? <Skeleton className="my-0.5 h-3 w-28 max-w-full" /> : changeText(data.changes[count])}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
