import { Trans, useLingui } from '@lingui/react/macro'
import type { ShownUser } from '../../../../contract/userStaff.ts'
import { formatDate, formatDateTime } from '../../../i18n/formatDate.ts'
import { useLabelled } from '../../../i18n/useLabelled.ts'
import { FactList } from '../../../kit/pages/FactList.tsx'
import { useUserWords } from '../userWords.ts'

const day = (date: string | null) => date && formatDate(date)
const moment = (date: string | null) => date && formatDateTime(date)

/** The subscription, in one line. */
export function CompanionAppSummary({ user: { subscriptionName, subscriptionEnd } }: { user: ShownUser }) {
  const { values } = useUserWords()
  if (subscriptionName === null || subscriptionName === 'TRIAL') return <Trans>No subscription</Trans>
  const name = values.subscriptionName(subscriptionName)
  const end = day(subscriptionEnd)
  return end === null ? (
    name
  ) : (
    <Trans>
      {name} until {end}
    </Trans>
  )
}

/** The user's subscriptions, and how they use the app. */
export function CompanionApp({ user }: { user: ShownUser }) {
  const { t, i18n } = useLingui()
  const { diskUsage, subscriptions } = user
  const disk = diskUsage === null ? null : i18n.number(diskUsage / 1e6, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
  return (
    <FactList
      facts={[
        [t`Subscriptions`, subscriptions.length === 0 ? null : <SubscriptionList key="subscriptions" subscriptions={subscriptions} />],
        [t`Free trial until`, day(user.freeTrialEndDate)],
        [t`First launch of the app`, moment(user.firstLaunch)],
        [t`Last launch of the app`, moment(user.lastLaunch)],
        [t`Last sync with the app`, moment(user.lastSync)],
        [t`Cloud storage used`, disk],
      ]}
    />
  )
}

function SubscriptionList({ subscriptions }: Pick<ShownUser, 'subscriptions'>) {
  const labelled = useLabelled()
  const { values } = useUserWords()
  return (
    <ul>
      {subscriptions.map(({ id, name, start, end }) => (
        <li key={id}>{labelled(values.subscriptionName(name), `${formatDate(start)} – ${formatDate(end)}`)}</li>
      ))}
    </ul>
  )
}
