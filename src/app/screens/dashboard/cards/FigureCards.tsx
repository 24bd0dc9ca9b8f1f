import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Cpu, FlaskConical, type LucideIcon, RefreshCw, Smartphone, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CardData } from '../../../../contract/dashboard.ts'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { dayOf, localDate, localDay } from '../../../i18n/calendarDay.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { AsOf } from '../../../kit/pages/AsOf.tsx'
import { Failed } from '../../../kit/pages/Failed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FigureCard, type FigureLink } from './FigureCard.tsx'

type Figure = {
  readonly label: string
  readonly icon: LucideIcon
  readonly link: FigureLink
  readonly value: (data: CardData) => ReactNode
  readonly note: (data: CardData) => string
}

/** The numbers to start from, each a link to its list for those who may open it. */
export function FigureCards() {
  const query = useQuery(queryOf(api.dashboard.getCardData))
  const figures = useFigures(query.data)
  if (query.isError && query.data === undefined) {
    return <Failed error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
  }
  return (
    <>
      <AsOf query={query} />
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-5">
        {figures.map(({ label, icon, link, value, note }) => (
          <li key={label} className="sm:last:col-span-2 2xl:last:col-span-1">
            <FigureCard
              label={label}
              icon={icon}
              link={link}
              value={query.data === undefined ? <Skeleton className="my-0.5 h-7 w-20" /> : value(query.data)}
              note={query.data === undefined ? <Skeleton className="h-4 w-28" /> : note(query.data)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

function useFigures(data: CardData | undefined): readonly Figure[] {
  const { t, i18n } = useLingui()
  function changeText(change: number): string {
    if (change === 0) return t`No change in 30 days`
    const signed = i18n.number(change, { signDisplay: 'always' })
    return t`${signed} in 30 days`
  }
  const counted = (name: keyof CardData['changes']): Pick<Figure, 'value' | 'note'> => ({
    value: (cards) => i18n.number(cards[name]),
    note: ({ changes }) => changeText(changes[name]),
  })
  return [
    { label: t`Users`, icon: Users, link: { to: '/user/index' }, ...counted('nbUsers') },
    { label: t`Firmwares`, icon: Cpu, link: { to: '/firmware/index' }, ...counted('nbFirmwares') },
    { label: t`Beta testers`, icon: FlaskConical, link: filtered({ isBetaTester: 'true' }), ...counted('nbBetaTesters') },
    { label: t`App subscriptions`, icon: Smartphone, link: filtered({ subscription: 'active' }), ...counted('nbSubscriptions') },
    {
      label: t`Last sync`,
      icon: RefreshCw,
      // Everybody whose app was synchronised on that day.
      link: filtered({ lastSync: data?.lastUpdate ? `${startOfDay(data.lastUpdate)}/` : '' }),
      value: ({ lastUpdate }) => (lastUpdate === null ? '–' : <time dateTime={lastUpdate}>{formatDateTime(lastUpdate)}</time>),
      note: ({ lastUpdate }) => (lastUpdate === null ? t`No companion app has been synchronised yet` : t`With the companion app`),
    },
  ]
}

function filtered(filters: Readonly<Record<string, string>>): FigureLink {
  return { to: '/user/index', search: { filters } }
}

function startOfDay(instant: string): string {
  return localDate(localDay(new Date(instant)))?.toISOString() ?? dayOf(instant)
}
